import { describe, test } from 'node:test';
import { statement } from '../support/statement.ts';
import type { OpenStores } from '../support/stores.ts';

/** Effects of orders, payments, refunds and disputes on a balance, as statements of account. */
export function describeOrderStatements(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: orders and the balance`, () => {
    for (const [title, lines] of Object.entries(statements)) test(title, () => statement(open, lines));
  });
}

/** Statements of account by title. */
const statements: Readonly<Record<string, string>> = {
  'a paid order grants its pack once, however often its payment is reported': `
    order    o 100  →  placed          balance   0  held 0  used 0
    paid     o      →  taken back 0    balance 100  held 0  used 0
    paid     o      →  taken back 0    balance 100  held 0  used 0
    wait     1d     →  waited
    paid     o      →  taken back 0    balance 100  held 0  used 0
  `,
  'a pack is valid from the report of the payment, and never shortens the expiry': `
    order    short 100 for 10d  →  placed
    order    long   10 for 30d  →  placed
    wait     20d                →  waited
    paid     short              →  taken back 0   balance 100  held 0  used 0
    wait     9d                 →  waited         balance 100  held 0  used 0
    paid     long               →  taken back 0   balance 110  held 0  used 0
    wait     29d                →  waited         balance 110  held 0  used 0
    wait     1d                 →  waited         balance   0  held 0  used 0
  `,
  'a payment does not restore expired characters': `
    buy      b 70 for 1d  →  granted
    order    o 100        →  placed
    wait     1d           →  waited         balance   0  held 0  used 0
    paid     o            →  taken back 0   balance 100  held 0  used 0
  `,
  'refunds take back their share of the pack, rounded down over all refunds of the order': `
    order    o 99   →  placed
    paid     o      →  taken back 0    balance 99  held 0  used 0
    refunded o 50   →  taken back 49   balance 50  held 0  used 0
    refunded o 50   →  taken back 49   balance 50  held 0  used 0
    refunded o 20   →  taken back 49   balance 50  held 0  used 0
    refunded o 51   →  taken back 50   balance 49  held 0  used 0
    refunded o 100  →  taken back 99   balance  0  held 0  used 0
  `,
  'a refund takes at most what is left, and never held characters': `
    order    o 100  →  placed
    paid     o      →  taken back 0    balance 100  held  0  used  0
    hold     a  60  →  held
    hold     b  30  →  held            balance 100  held 90  used  0
    refunded o 100  →  taken back 10   balance  90  held 90  used  0
    release  b      →  released        balance  90  held 60  used  0
    refunded o 100  →  taken back 10   balance  90  held 60  used  0
    capture  a      →  captured        balance  30  held  0  used 60
  `,
  'characters that a refund or dispute does not find are forgone: a later purchase does not pay': `
    order    o 100  →  placed
    paid     o      →  taken back 0
    hold     a  80  →  held
    capture  a      →  captured        balance  20  held 0  used 80
    refunded o 50   →  taken back 20   balance   0  held 0  used 80
    buy      b 500  →  granted         balance 500  held 0  used 80
    refunded o 50   →  taken back 20   balance 500  held 0  used 80
    disputed o      →  taken back 70   balance 450  held 0  used 80
    disputed o      →  taken back 70   balance 450  held 0  used 80
    refunded o 100  →  taken back 70   balance 450  held 0  used 80
  `,
  'a refund during a dispute is covered by what the dispute took, and takes no more': `
    order    o 100  →  placed
    paid     o      →  taken back 0
    hold     a  70  →  held
    capture  a      →  captured        balance  30  held 0  used 70
    disputed o      →  taken back 30   balance   0  held 0  used 70
    buy      b 500  →  granted         balance 500  held 0  used 70
    refunded o 20   →  taken back 30   balance 500  held 0  used 70
    won      o      →  taken back 20   balance 510  held 0  used 70
  `,
  'a dispute takes back the pack, and returns it when it is won': `
    order    o 100  →  placed
    paid     o      →  taken back 0
    refunded o  30  →  taken back  30  balance  70  held 0  used 0
    disputed o      →  taken back 100  balance   0  held 0  used 0
    won      o      →  taken back  30  balance  70  held 0  used 0
    won      o      →  taken back  30  balance  70  held 0  used 0
    disputed o      →  taken back  30  balance  70  held 0  used 0
    refunded o  50  →  taken back  50  balance  50  held 0  used 0
  `,
  'a won dispute returns only what it took, whatever refunds took before': `
    order    o 100  →  placed
    paid     o      →  taken back 0
    hold     a  80  →  held
    capture  a      →  captured        balance  20  held 0  used 80
    refunded o 50   →  taken back 20   balance   0  held 0  used 80
    buy      b 500  →  granted         balance 500  held 0  used 80
    disputed o      →  taken back 70   balance 450  held 0  used 80
    won      o      →  taken back 20   balance 500  held 0  used 80
    refunded o 60   →  taken back 30   balance 490  held 0  used 80
  `,
  'refunds and disputes of an unpaid order wait for its payment': `
    buy      b   5  →  granted
    order    o 100  →  placed
    refunded o  30  →  unpaid          balance   5  held 0  used 0
    paid     o      →  taken back  30  balance  75  held 0  used 0
    order    p 100  →  placed
    disputed p      →  unpaid          balance  75  held 0  used 0
    paid     p      →  taken back 100  balance  75  held 0  used 0
    won      p      →  taken back   0  balance 175  held 0  used 0
  `,
  'after the pack has expired, a refund or dispute takes nothing from later purchases': `
    order    o 100 for 1d  →  placed
    order    p 100 for 1d  →  placed
    paid     o             →  taken back  0
    paid     p             →  taken back  0  balance 200  held 0  used 0
    wait     1d            →  waited
    refunded o  50         →  taken back  0  balance   0  held 0  used 0
    buy      b  70         →  granted        balance  70  held 0  used 0
    refunded o 100         →  taken back  0  balance  70  held 0  used 0
    disputed p             →  taken back  0  balance  70  held 0  used 0
    won      p             →  taken back  0  balance  70  held 0  used 0
  `,
  'a dispute won after the pack has expired returns nothing': `
    order    o 100 for 1d  →  placed
    paid     o             →  taken back   0
    disputed o             →  taken back 100  balance  0  held 0  used 0
    wait     1d            →  waited
    won      o             →  taken back 100  balance  0  held 0  used 0
    buy      b  70         →  granted         balance 70  held 0  used 0
    won      o             →  taken back 100  balance 70  held 0  used 0
    refunded o 100         →  taken back 100  balance 70  held 0  used 0
  `,
  'a won dispute returns characters while a later purchase keeps the balance valid': `
    order    o 100 for 1d  →  placed
    paid     o             →  taken back   0
    disputed o             →  taken back 100  balance   0  held 0  used 0
    buy      b  70 for 9d  →  granted         balance  70  held 0  used 0
    wait     2d            →  waited          balance  70  held 0  used 0
    won      o             →  taken back   0  balance 170  held 0  used 0
    wait     7d            →  waited          balance   0  held 0  used 0
  `,
  'characters held during a refund are charged or given back as usual': `
    order    o 100 for 1d  →  placed
    paid     o             →  taken back  0
    wait     86390s        →  waited
    hold     a  40         →  held
    wait     10s           →  waited           balance  0  held 40  used  0
    refunded o 100         →  taken back  0    balance  0  held 40  used  0
    buy      b  5          →  granted          balance 45  held 40  used  0
    release  a             →  released         balance  5  held  0  used  0
  `,
};
