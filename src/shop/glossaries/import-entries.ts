import { inRounds } from '../../ground/steps.ts';
import type { AccountGlossaries, GlossaryEditor } from './account-glossaries.ts';
import type { GlossaryVersion, LiveEntries } from './glossary-store.ts';
import { type ImportPlan, type ImportQuery, planImport } from './import-plan.ts';

export type ImportRequest = Omit<ImportQuery, 'live'> & {
  readonly editor: GlossaryEditor;
  /** Only reports what the import would do. */
  readonly isDry?: boolean;
  /** Whether the user has accepted these changes. Default: any changes. */
  readonly accepts?: (plan: ImportPlan) => Promise<boolean>;
};

/** What an import did, or would do, or why it did nothing. */
export type ImportReport = {
  /** `unaccepted`: the user has not seen these changes, so nothing was changed. */
  readonly outcome: 'imported' | 'would_import' | 'nothing_to_change' | 'refused' | 'unaccepted';
  /** The version afterwards. */
  readonly version: GlossaryVersion;
  readonly plan: ImportPlan;
};

/**
 * Imports entries for the pages, the API and the command line, all or none.
 *
 * @throws ServiceError as `AccountGlossaries.import`
 */
export async function importEntries(
  glossaries: Pick<AccountGlossaries, 'import' | 'tryImport'>,
  { editor, isDry = false, accepts, ...query }: ImportRequest,
): Promise<ImportReport> {
  const planOn = async ({ version, entries: live }: LiveEntries) => {
    const plan = await inRounds(planImport({ ...query, live }));
    const isAccepted = isDry || accepts === undefined || (await accepts(plan));
    return { version, plan, isAccepted, change: isAccepted ? plan.change : undefined };
  };
  if (isDry) {
    const { version, plan } = await glossaries.tryImport(editor.accountId, planOn);
    return { outcome: plan.change === undefined ? 'refused' : 'would_import', version, plan };
  }
  const { plan: planned, changed } = await glossaries.import(editor, planOn);
  const { version, plan, isAccepted } = planned;
  if (plan.change === undefined) return { outcome: 'refused', version, plan };
  if (!isAccepted) return { outcome: 'unaccepted', version, plan };
  if (changed.version === undefined) return { outcome: 'nothing_to_change', version, plan };
  return { outcome: 'imported', version: changed.version, plan };
}
