import { peopleFlows } from './flows.ts';

peopleFlows({ hasScript: false });
