// Orders: each has an id, and may be sent again with it until it is answered.

export class Refusal extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
