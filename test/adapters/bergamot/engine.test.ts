import { describeEngine } from '../../contract/engine.ts';
import { extent } from '../../support/property-runs.ts';
import { openStarter } from './opened-engine.ts';

describeEngine('Bergamot', () => openStarter({ limits: { workersMax: extent < 1 ? 1 : 2 } }));
