// The projection of every scene: x to the right, y to the viewer, z up.

const radians = (degrees) => (degrees * Math.PI) / 180;

export class Projection {
  // turn and elevation in degrees, pitch: pixels a unit
  constructor(turn, elevation, pitch) {
    this.elevation = radians(elevation);
    this.pitch = pitch;
    this.flat = Math.sin(this.elevation);
    this.rise = Math.cos(this.elevation);
    this.turnTo(turn);
  }

  turnTo(degrees) {
    this.turn = radians(degrees);
    this.cos = Math.cos(this.turn);
    this.sin = Math.sin(this.turn);
  }

  at(x, y, z = 0) {
    const near = x * this.sin + y * this.cos;
    return [
      this.pitch * (x * this.cos - y * this.sin),
      this.pitch * (near * this.flat - z * this.rise),
    ];
  }

  depth(x, y, z = 0) {
    return (x * this.sin + y * this.cos) * this.rise + z * this.flat;
  }

  // How much a wall with this outward normal faces the viewer; 0 or less is hidden.
  facing(nx, ny) {
    return nx * this.sin + ny * this.cos;
  }
}
