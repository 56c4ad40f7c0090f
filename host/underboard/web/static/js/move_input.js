// Choosing a turn step by step out of the families that the server tells (choices.py).

// The text of a turn: the family's, with its steps and the pieces that are taken back in it.
export const turnText = ({ text }, steps, takes = []) =>
  text.replace(/\{(\w+)\}/g, (all, name) => (name === "takes" ? takes.join(",") : steps[name]));

const same = (one, two) => one.length === two.length && one.every((cell) => two.includes(cell));

export class MoveInput {
  // play(text, steps, takes) is called with each whole turn; changed() when there is something
  // else to see; confirms() says whether a whole turn waits for a second tap or its button.
  constructor(play, changed, confirms = () => false) {
    this.play = play;
    this.changed = changed;
    this.confirms = confirms;
    this.families = [];
    this.active = false;
    this.clear(true);
  }

  // What may be chosen now; forgets what was chosen before.
  offer(families, active) {
    this.families = families;
    this.active = active;
    // What is put by a tap on its goal alone, until another piece is taken from beside the board.
    this.aside = families.find((family) => family.aside === "usual")?.steps[0][0] || "";
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

  // A piece may end where it began.
  get null() {
    return !this.takes && this.steps.length === 1 && this.next().has(this.steps[0]);
  }

  finish() {
    if (this.null) this.steps.push(this.steps[0]);
    if (!this.whole) return;
    const set = (this.takes && this.sets().find((known) => same(known, this.takes))) || [];
    const { steps } = this;
    const family = this.matching().find((one) => one.steps.length === steps.length && Boolean(one.takes) === Boolean(this.takes));
    this.clear(true);
    this.play(turnText(family, steps, set), steps, set);
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
    if (this.families.some((family) => family.aside)) {
      this.tapOrPut(cell, role, how);
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

  // A tap on a piece that may leave its cell takes it, a tap elsewhere on the cell puts one there.
  tapOrPut(cell, role, how) {
    if (this.begun) {
      if (this.next().has(cell)) this.push(cell);
      else if (how !== "drop") this.clear();
      return;
    }
    const leaves = this.families.some((family) => family.role === role && family.steps[0].includes(cell));
    if (!leaves && how === "grab") return;
    if (!leaves && this.puts().has(cell)) {
      this.steps = [this.aside];
      this.push(cell);
    } else if (this.starts().has(cell)) {
      this.steps = [cell];
      this.changed();
    }
  }

  // The cells where the piece may be put that lies ready beside the board.
  puts() {
    const family = this.active && this.families.find((one) => one.aside && one.steps[0].includes(this.aside));
    return new Set(family ? family.steps[1] : []);
  }

  // The cells to be tapped now.
  targets() {
    if (this.begun && !this.ready) return this.next();
    return this.families.some((family) => family.aside) ? this.puts() : this.starts();
  }

  // Takes something from beside the board first.
  take(first) {
    if (!this.active || !this.starts().has(first)) return;
    this.aside = first;
    this.steps = this.steps[0] === first ? [] : [first];
    this.changed();
  }

  // What the page lights while something is chosen: the shapes of the board's own lights.
  cues() {
    if (!this.begun || this.ready) return [];
    if (this.takes) {
      const cue = this.takes.length ? "MAY_TAKE" : "MUST_TAKE";
      return [...this.next()].map((cell) => ({ cell, cue }));
    }
    const at = this.steps.length;
    const families = this.active ? this.matching() : [];
    const list = this.steps.map((cell, n) => ({ cell, cue: families[0]?.cues?.[n] ?? (n ? "PLACE" : "SELECTED") }));
    if (families.some((family) => family.aside)) list.shift();
    const lit = new Map(families.flatMap((family) => (family.steps[at] || []).map((cell) => [cell, family.cues?.[at] ?? "PLACE"])));
    return [...list, ...[...lit].map(([cell, cue]) => ({ cell, cue }))];
  }
}
