/** A value's place in a ring, needed to remove it. */
export type Place<Value> = { readonly value: Value; before: Place<Value>; after: Place<Value> };

/** A circular list, for taking turns. Every operation takes constant time. */
export class Ring<Value> {
  /** The next in turn; the one before it is the last. */
  #first: Place<Value> | undefined;

  get first(): Value | undefined {
    return this.#first?.value;
  }

  add(value: Value): Place<Value> {
    const first = this.#first;
    if (first === undefined) {
      this.#first = ringOf(value);
      return this.#first;
    }
    const place: Place<Value> = { value, before: first.before, after: first };
    first.before.after = place;
    first.before = place;
    return place;
  }

  turn(): void {
    this.#first = this.#first?.after;
  }

  /** @param place of this ring, not removed yet */
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

function ringOf<Value>(value: Value): Place<Value> {
  const place = { value } as Place<Value>;
  place.before = place;
  place.after = place;
  return place;
}
