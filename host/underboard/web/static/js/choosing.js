// Choosing a turn step by step out of the families that the server tells (choices.py).

export function turnText(game, steps, takes = []) {
  if (game === "pylos") return steps.join("-") + (takes.length ? `x${takes.join(",")}` : "");
  if (game === "apagos") {
    const [first, goal] = steps;
    if (first === "W" || first === "B") return first + goal;
    return first + (first.includes("/") ? "@" : ">") + goal;
  }
  return steps.length === 3 ? `${steps[0]}x${steps[1]}>${steps[2]}` : steps.join("-");
}

const same = (one, two) => one.length === two.length && one.every((cell) => two.includes(cell));

export class Choosing {
  // play(text, steps, takes) is called with each whole turn; changed() when there is something
  // else to see; confirms() says whether a whole turn waits for a second tap or its button.
  constructor(play, changed, confirms = () => false) {
    this.play = play;
    this.changed = changed;
    this.confirms = confirms;
    this.families = [];
    this.game = "";
    this.active = false;
    this.clear(true);
  }

  // What may be chosen now; forgets what was chosen before.
  offer(game, families, active, side) {
    this.game = game;
    this.families = families;
    this.active = active;
    this.side = side;
    // One's own colour, unless none is left of it.
    const starts = new Set(families.flatMap((family) => family.steps[0]));
    const own = "WB"[side];
    this.colour = starts.has(own) || !starts.has("BW"[side]) ? own : "BW"[side];
    this.clear(true);
  }

  clear(silent = false) {
    this.steps = [];
    this.takes = null;
    this.ready = false;
    if (!silent) this.changed();
  }

  get begun() {
    return this.steps.length > 0;
  }

  matching() {
    return this.families.filter((family) =>
      this.steps.every((step, n) => family.steps[n]?.includes(step)));
  }

  // The cells that may come next.
  next() {
    if (!this.active) return new Set();
    if (this.takes) {
      const sets = this.sets();
      const open = sets.filter((set) => this.takes.every((cell) => set.includes(cell)));
      // One after the other: what is taken first must be free by itself.
      const first = open.flat().filter((cell) => !this.takes.includes(cell) &&
        sets.some((set) => same(set, [...this.takes, cell])));
      return new Set(first);
    }
    return new Set(this.matching().flatMap((family) => family.steps[this.steps.length] || []));
  }

  starts() {
    return new Set(this.active ? this.families.flatMap((family) => family.steps[0]) : []);
  }

  sets() {
    return this.matching().find((family) => family.takes)?.takes || [];
  }

  // Whether the steps so far are a whole turn, whatever else may follow.
  get whole() {
    if (this.takes) return this.sets().some((set) => same(set, this.takes));
    return this.begun && this.matching().some((f) => f.steps.length === this.steps.length && !f.takes);
  }

  // A ring may end where it began.
  get null() {
    return this.game === "gyges" && this.steps.length === 1 && this.next().has(this.steps[0]);
  }

  finish() {
    if (this.null) this.steps.push(this.steps[0]);
    if (!this.whole) return;
    const set = (this.takes && this.sets().find((known) => same(known, this.takes))) || [];
    const { steps } = this;
    this.clear(true);
    this.play(turnText(this.game, steps, set), steps, set);
  }

  // A turn to which nothing can be added is played, or waits to be confirmed.
  settle() {
    if (this.confirms()) {
      this.ready = true;
      this.changed();
    } else this.finish();
  }

  // A tap while a whole turn waits: on its end plays it, elsewhere moves it.
  retap(cell, role, how) {
    const last = (this.takes?.length ? this.takes : this.steps).at(-1);
    this.ready = false;
    if (cell === last) {
      this.finish();
      return;
    }
    if (this.takes) {
      this.untake(cell);
      return;
    }
    const { steps } = this;
    this.steps = steps.slice(0, -1);
    if (this.next().has(cell)) this.push(cell);
    else {
      this.steps = [];
      this.tap(cell, role, how);
    }
  }

  tap(cell, role = "", how = "tap") {
    if (!this.active) return;
    if (this.ready && how === "tap") {
      this.retap(cell, role, how);
      return;
    }
    this.ready = false;
    if (this.game === "apagos") {
      this.tapApagos(cell, role, how);
      return;
    }
    if (how === "grab") {
      if (!this.takes && this.starts().has(cell)) {
        this.steps = [cell];
        this.changed();
      }
      return;
    }
    if (!this.takes && this.begun && this.steps[0] === cell && this.steps.length === 1) {
      if (how === "tap") this.clear();
      return;
    }
    if (this.next().has(cell)) this.push(cell);
    else if (this.takes) this.untake(cell);
    else if (this.starts().has(cell)) {
      this.steps = [];
      this.push(cell);
    } else this.clear();
  }

  push(cell) {
    if (this.takes) {
      this.takes.push(cell);
    } else {
      this.steps.push(cell);
      const matching = this.matching();
      if (matching.some((f) => f.takes && f.steps.length === this.steps.length)) {
        this.takes = [];
        this.changed();
        return;
      }
    }
    if (this.whole && this.next().size === 0) this.settle();
    else this.changed();
  }

  untake(cell) {
    const at = this.takes.indexOf(cell);
    if (at >= 0) {
      this.takes.splice(at, 1);
      this.changed();
    } else if (!this.takes.length) this.clear();
  }

  // A tap on an own ball lets it go down, a tap elsewhere on a square puts a ball there.
  tapApagos(cell, role, how) {
    const own = `ball-${"WB"[this.side]}`;
    if (this.begun) {
      if (this.next().has(cell)) this.push(cell);
      else if (how !== "drop") this.clear();
      return;
    }
    if (role === own && this.starts().has(cell)) {
      this.steps = [cell];
      this.changed();
    } else if (how !== "grab") {
      if (this.puts().has(cell)) {
        this.steps = [this.colour];
        this.push(cell);
      } else if (this.starts().has(cell)) {
        // No ball can be put there, but one may go down from there.
        this.steps = [cell];
        this.changed();
      }
    }
  }

  // The levels where a ball of the colour chosen among the reserves may be put.
  puts() {
    const family = this.active && this.families.find((one) => one.steps[0].includes(this.colour));
    return new Set(family ? family.steps[1] : []);
  }

  // Takes a ball of the reserve, or a square from beside the ramp, first.
  take(first) {
    if (!this.active || !this.starts().has(first)) return;
    this.colour = first;
    this.steps = this.steps[0] === first ? [] : [first];
    this.changed();
  }

  // What the page lights while something is chosen: the shapes of the board's own lights.
  cues(pieces) {
    if (!this.begun || this.ready) return [];
    const list = [];
    const names = { pylos: "GOAL", apagos: "PLACE", gyges: "LANDING" };
    if (this.takes) {
      const kind = this.takes.length ? "MAY_TAKE" : "MUST_TAKE";
      for (const cell of this.next()) list.push({ cell, cue: kind });
      return list;
    }
    if (!/^[WB]$|\//.test(this.steps[0])) list.push({ cell: this.steps[0], cue: "SELECTED" });
    const dropping = this.game === "gyges" && this.steps.length === 2;
    if (dropping) list.push({ cell: this.steps[1], cue: "BOX" });
    for (const cell of this.next()) {
      let kind = names[this.game] || "PLACE";
      if (dropping) kind = "DROP";
      else if (cell === "N" || cell === "S") kind = "IN_REACH";
      else if (this.game === "gyges" && pieces(cell) && cell !== this.steps[0]) kind = "BOX";
      list.push({ cell, cue: kind });
    }
    return list;
  }
}
