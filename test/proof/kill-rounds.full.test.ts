import { killPoints } from './kill-points.ts';
import { describeKillRounds } from './kill-rounds.ts';
import { openProofSqlite } from './proof-database.ts';

// SQLite runs a commit in one call.
const points = killPoints.filter((point) => point !== 'during the commit');

describeKillRounds('SQLite', [...points, 'at any moment'], openProofSqlite);
