import { readFile } from 'node:fs/promises';
import type { Knows } from '../../core/neural/unknown-signs.ts';
import type { ModelFiles } from './model.ts';
import { UnusableModel } from './model-format.ts';
import { pieceKinds, readVocabulary } from './vocabulary.ts';

/**
 * Tells which characters a model has seen as such, and not as bytes or as "something unknown". What SentencePiece writes
 * otherwise before it looks is known by what it becomes.
 *
 * @throws UnusableModel, or why the file cannot be read
 */
export async function readKnownCharacters({ vocabularies: [source] }: ModelFiles): Promise<Knows> {
  if (source === undefined) throw new UnusableModel('it has no vocabulary');
  const known = new Set<string>();
  for (const { text, kind } of readVocabulary(await readFile(source)).pieces) {
    if (kind === pieceKinds.normal || kind === pieceKinds.userDefined) for (const one of text) known.add(one);
  }
  return (character) => known.has(character) || [...character.normalize('NFKC')].every((one) => known.has(one));
}
