import { describe, test } from 'node:test';
import { statement } from '../support/statement.ts';
import type { OpenStores } from '../support/stores.ts';

/** What orders, their payments, refunds and disputes do to a balance, as statements of account. */
export function describeOrderStatements(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: orders and the balance`, () => {
    for (const [title, lines] of Object.entries(statements)) test(title, () => statement(open, lines));
  });
}

/** Statements of account, by what each shows. */
const statements: Readonly<Record<string, string>> = {
  'a paid order grants its pack once, however often its payment is reported': `
    order    o 100  →  placed          balance   0  held 0  used 0
    paid     o      →  taken back 0    balance 100  held 0  used 0
    paid     o      →  taken back 0    balance 100  held 0  used 0
    wait     1d     →  waited
    paid     o      →  taken back 0    balance 100  held 0  used 0
  `,
  'the pack is good for its days from the report of the payment, and what stood longer stays': `
    order    short 100 for 10d  →  placed
    order    long   10 for 30d  →  placed
    wait     20d                →  waited
    paid     short              →  taken back 0   balance 100  held 0  used 0
    wait     9d                 →  waited         balance 100  held 0  used 0
    paid     long               →  taken back 0   balance 110  held 0  used 0
    wait     29d                →  waited         balance 110  held 0  used 0
    wait     1d                 →  waited         balance   0  held 0  used 0
  `,
  'a payment does not revive what has expired': `
    buy      b 70 for 1d  →  granted
    order    o 100        →  placed
    wait     1d           →  waited         balance   0  held 0  used 0
    paid     o            →  taken back 0   balance 100  held 0  used 0
  `,
  'a refund takes back its part of the pack, rounded down, all refunds of the order together': `
    order    o 99   →  placed
    paid     o      →  taken back 0    balance 99  held 0  used 0
    refunded o 50   →  taken back 49   balance 50  held 0  used 0
    refunded o 50   →  taken back 49   balance 50  held 0  used 0
    refunded o 20   →  taken back 49   balance 50  held 0  used 0
    refunded o 51   →  taken back 50   balance 49  held 0  used 0
    refunded o 100  →  taken back 99   balance  0  held 0  used 0
  `,
  'a refund takes at most what is left, and never what is held': `
    order    o 100  →  placed
    paid     o      →  taken back 0    balance 100  held  0  used  0
    hold     a  60  →  held
    hold     b  30  →  held            balance 100  held 90  used  0
    refunded o 100  →  taken back 10   balance  90  held 90  used  0
    release  b      →  released        balance  90  held 60  used  0
    refunded o 100  →  taken back 10   balance  90  held 60  used  0
    capture  a      →  captured        balance  30  held  0  used 60
  `,
  'what a refund or a dispute does not find is forgone: a later purchase does not pay for it': `
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
  'a refund during a dispute has its part of what the dispute found, and asks for no more': `
    order    o 100  →  placed
    paid     o      →  taken back 0
    hold     a  70  →  held
    capture  a      →  captured        balance  30  held 0  used 70
    disputed o      →  taken back 30   balance   0  held 0  used 70
    buy      b 500  →  granted         balance 500  held 0  used 70
    refunded o 20   →  taken back 30   balance 500  held 0  used 70
    won      o      →  taken back 20   balance 510  held 0  used 70
  `,
  'a dispute takes back the pack, and gives it back when it is won': `
    order    o 100  →  placed
    paid     o      →  taken back 0
    refunded o  30  →  taken back  30  balance  70  held 0  used 0
    disputed o      →  taken back 100  balance   0  held 0  used 0
    won      o      →  taken back  30  balance  70  held 0  used 0
    won      o      →  taken back  30  balance  70  held 0  used 0
    disputed o      →  taken back  30  balance  70  held 0  used 0
    refunded o  50  →  taken back  50  balance  50  held 0  used 0
  `,
  'a dispute that is won gives back what it took itself, whatever refunds had found before': `
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
  'once the pack has expired, a refund or a dispute takes nothing from what was bought since': `
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
  'a dispute that is won after the pack has expired gives nothing back': `
    order    o 100 for 1d  →  placed
    paid     o             →  taken back   0
    disputed o             →  taken back 100  balance  0  held 0  used 0
    wait     1d            →  waited
    won      o             →  taken back 100  balance  0  held 0  used 0
    buy      b  70         →  granted         balance 70  held 0  used 0
    won      o             →  taken back 100  balance 70  held 0  used 0
    refunded o 100         →  taken back 100  balance 70  held 0  used 0
  `,
  'a dispute that is won gives back as long as a later purchase has kept the balance alive': `
    order    o 100 for 1d  →  placed
    paid     o             →  taken back   0
    disputed o             →  taken back 100  balance   0  held 0  used 0
    buy      b  70 for 9d  →  granted         balance  70  held 0  used 0
    wait     2d            →  waited          balance  70  held 0  used 0
    won      o             →  taken back   0  balance 170  held 0  used 0
    wait     7d            →  waited          balance   0  held 0  used 0
  `,
  'what is held when a refund comes is charged or given back as agreed': `
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
