// A board: its picture and, where wanted, its plan.  One set() says all that there is to see;
// tapped(cell, role, how) says what was touched.  It knows no seats, no network and no language:
// t(key) names cells and pieces, meaning(cue) a light.

import { leave, pageOf } from "./games.js";
import { animate } from "./motion.js";
import { Plan } from "./plan.js";

const NOTHING = { targets: new Set(), starts: new Set(), chosen: [] };

export class Board {
  // picture: the element that gets the drawing; plan: the one that gets the plan, or null.
  constructor({ picture, plan = null, t, tapped = () => {} }) {
    this.picture = picture;
    this.t = t;
    this.tapped = tapped;
    this.game = "";
    this.page = pageOf("");
    this.scene = null;
    this.plan = plan && new Plan(plan, (...how) => this.tapped(...how), t);
  }

  // position: the pieces as the server tells them; side: to move; lit: [{cell, cue}];
  // choices: {targets, starts, chosen}; last: the turn that led here; ghosts: [{cell, look}],
  // pieces that are not confirmed ("hope": may be played, "sent": on its way).
  set(shown) {
    try {
      this.draw(shown);
    } catch (error) {
      if (!leave(this.page, error)) throw error;
    }
    if (this.page !== pageOf(shown.game)) this.draw(shown); // it was left meanwhile
  }

  draw({ game, position, side = 0, lit = [], choices = NOTHING, last = null, ghosts = [],
    faded = false, mine = false, meaning = () => "", tags = [], arrow = null, label = "" }) {
    if (game !== this.game || this.page !== pageOf(game)) this.change(game, position);
    const view = {
      pieces: position, side, mover: side ? "dark" : "light", cues: lit, faded, ghosts, tags, arrow,
      way: last?.path, bounces: last?.bounces, meaning, ...NOTHING, ...choices,
    };
    this.scene.render(view);
    this.scene.renderGhosts(ghosts);
    this.scene.renderTags(tags);
    this.scene.renderArrow(arrow);
    this.scene.svg.setAttribute("aria-label", label);
    this.scene.svg.classList.toggle("mine", mine);
    this.plan?.render(view);
  }

  change(game, position) {
    this.scene?.svg.remove();
    this.game = game;
    this.page = pageOf(game);
    this.scene = this.page.scene(position);
    this.scene.tapped = (...how) => this.tapped(...how);
    this.picture.prepend(this.scene.svg);
    this.plan?.build(this.page, position);
  }

  // Shows how the last turn was made, on what set() has drawn.
  animate(last, before) {
    return animate(this.scene, this.page, last, before);
  }

  flip() {
    this.scene?.flip();
  }

  get apart() {
    return Boolean(this.scene?.apart);
  }

  setApart(apart) {
    this.scene?.setApart?.(apart);
  }

  // Gives the keys' focus to the plan.
  focus() {
    this.plan?.focus?.focus();
  }
}
