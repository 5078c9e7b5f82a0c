import { describeKillRounds } from './kill-rounds.ts';
import { openProofSqlite } from './proof-database.ts';

describeKillRounds(
  'SQLite',
  [
    'after the hold',
    'in the engine',
    'before the charge',
    'before the commit',
    'after the commit',
    'after the charge',
    'in a step of the sweep',
    'between steps of the sweep',
    'at any moment',
  ],
  openProofSqlite,
);
