import { describeEngine } from '../../contract/engine.ts';
import { extent } from '../../support/property-runs.ts';
import { openMicro } from './opened-engine.ts';

describeEngine('Bergamot', () => openMicro({ limits: { workersMax: extent < 1 ? 1 : 2 } }));
