import assert from 'node:assert/strict';
import type { PostgresStores } from '../../src/adapters/sql/postgres/open-postgres.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { CaptureOutcome, Hold } from '../../src/shop/ledger/ledger-store.ts';
import { createHold } from './ledger-world.ts';
import { assertSoundAfterSweep, at, bought, capture, chargedHolds, money, type Shop } from './postgres-shop.ts';

const customersPerAccount = 4;

/** Customers of three accounts who translate without a pause, on all nodes, until they are stopped. */
export class ShopLoad implements AsyncDisposable {
  readonly #shop: Shop;
  readonly #nodes: readonly PostgresStores[];
  readonly #accounts: readonly AccountId[];
  readonly #customers: readonly Promise<void>[];
  /** The outcome of each requested charge. */
  readonly #outcomes: { readonly hold: Hold; readonly outcome: CaptureOutcome }[] = [];
  readonly #failures: unknown[] = [];
  #ended = 0;
  #endedAnother = Promise.withResolvers<void>();
  #stopped = false;

  private constructor(shop: Shop, nodes: readonly PostgresStores[], accounts: readonly AccountId[]) {
    this.#shop = shop;
    this.#nodes = nodes;
    this.#accounts = accounts;
    this.#customers = nodes.flatMap((node) =>
      accounts.flatMap((accountId) => Array.from({ length: customersPerAccount }, () => this.#work(node, accountId))),
    );
  }

  static async start(shop: Shop, nodes: readonly [PostgresStores, ...PostgresStores[]]): Promise<ShopLoad> {
    const [first] = nodes;
    return new ShopLoad(shop, nodes, await Promise.all([1, 2, 3].map(() => shop.openAccount(first))));
  }

  /** Resolves once this many more requests have ended, with any outcome. */
  async progress(requests: number): Promise<void> {
    const goal = this.#ended + requests;
    while (this.#ended < goal) await this.#endedAnother.promise;
  }

  /** Stops, and compares the reported outcomes with the ledger. */
  async assertExact(): Promise<void> {
    await this[Symbol.asyncDispose]();
    assert.deepEqual(this.#failures, [], 'every operation of the load succeeds');
    for (const node of this.#nodes) await assertSoundAfterSweep(node);
    for (const accountId of this.#accounts) {
      const charged = this.#outcomes
        .filter(({ hold, outcome }) => hold.accountId === accountId && outcome === 'captured')
        .map(({ hold }) => hold);
      const used = charged.reduce((sum, { amount }) => sum + amount, 0);
      assert.ok(used > 0);
      assert.deepEqual(await money(this.#shop.url, accountId), { settled: bought - used, held: 0, used });
      assert.deepEqual(await chargedHolds(this.#shop.url, accountId), charged.map(({ id }) => String(id)).toSorted());
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#customers);
  }

  async #work(node: PostgresStores, accountId: AccountId): Promise<void> {
    while (!this.#stopped) {
      await this.#request(node, accountId);
      this.#ended++;
      this.#endedAnother.resolve();
      this.#endedAnother = Promise.withResolvers();
    }
  }

  async #request(node: PostgresStores, accountId: AccountId): Promise<void> {
    const turn = this.#ended;
    const hold = createHold(accountId, 1 + (turn % 5));
    // A hold that cannot be opened or given back is a 500 or a lapsed lease: it costs nothing.
    const opened = await node.ledger.openHold(hold).catch(() => undefined);
    if (opened?.kind !== 'held') return;
    if (turn % 4 === 0) {
      await node.ledger.releaseHold({ hold, at }).catch(() => undefined);
      return;
    }
    try {
      this.#outcomes.push({ hold, outcome: await capture(node, hold) });
    } catch (cause) {
      this.#failures.push(cause);
    }
  }
}
