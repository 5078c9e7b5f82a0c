import { openMorphology } from '../../src/adapters/apertium/morphology.ts';

/** Far longer than on any busy machine, so that no test depends on the time limits. */
const patient = { answerMsMax: 120_000, startMsMax: 120_000, callMsMax: 120_000 };

/** Opens the installed dictionaries, for tests of their content. */
export function openPatientMorphology(): ReturnType<typeof openMorphology> {
  return openMorphology({ events: { engineRestarted: () => undefined }, limits: patient });
}
