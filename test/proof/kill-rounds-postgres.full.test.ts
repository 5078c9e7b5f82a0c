import { killPoints } from './kill-points.ts';
import { describeKillRounds } from './kill-rounds.ts';
import { openProofPostgres } from './proof-database.ts';

describeKillRounds('PostgreSQL', [...killPoints, 'at any moment'], openProofPostgres);
