/** A place in a ring, which its value keeps to leave by. */
export type Place<Value> = { readonly value: Value; before: Place<Value>; after: Place<Value> };

/** Values in a row that begins again behind its last: those who take turns, say. Every step costs the same however many there are. */
export class Ring<Value> {
  /** Whose turn it is; the one before it is the last. */
  #first: Place<Value> | undefined;

  get first(): Value | undefined {
    return this.#first?.value;
  }

  /** Puts `value` last. */
  add(value: Value): Place<Value> {
    const first = this.#first;
    if (first === undefined) {
      this.#first = alone(value);
      return this.#first;
    }
    const place: Place<Value> = { value, before: first.before, after: first };
    first.before.after = place;
    first.before = place;
    return place;
  }

  /** Puts the first last. */
  turn(): void {
    this.#first = this.#first?.after;
  }

  /** @param place of this ring, and still in it */
  remove(place: Place<Value>): void {
    if (place.after === place) {
      this.#first = undefined;
      return;
    }
    place.before.after = place.after;
    place.after.before = place.before;
    if (this.#first === place) this.#first = place.after;
  }
}

function alone<Value>(value: Value): Place<Value> {
  const place = { value } as Place<Value>;
  place.before = place;
  place.after = place;
  return place;
}
