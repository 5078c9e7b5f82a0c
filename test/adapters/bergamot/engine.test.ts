import { describeEngine } from '../../contract/engine.ts';
import { openMicro } from './opened-engine.ts';

describeEngine('Bergamot', () => openMicro());
