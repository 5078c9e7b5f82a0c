import { openMorphology } from '../../src/adapters/apertium/morphology.ts';

/** Far longer than a busy machine takes: what is not known in time is another matter than what is not known. */
const patient = { answerMsMax: 120_000, startMsMax: 120_000, callMsMax: 120_000 };

/** Opens the dictionaries that are installed, for tests of what they know. */
export function openPatientMorphology(): ReturnType<typeof openMorphology> {
  return openMorphology({ events: { engineRestarted: () => undefined }, limits: patient });
}
