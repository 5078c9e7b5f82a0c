import { openReply } from '../../calls/cached-reply.ts';
import { languageNamesIn } from '../language-names.ts';
import type { ShapeEndpoint } from '../shape.ts';
import { tagOfCode } from '../translate-texts.ts';
import { googleCodes } from './codes.ts';

/** Names the languages in `target` if there is one, as Google does. Ignores a key. */
export const googleLanguages: ShapeEndpoint = {
  name: 'google-languages',
  methods: ['GET', 'POST'],
  path: '/language/translate/v2/languages',
  access: 'open',
  open: async ({ parameters }, parts) => {
    const written = (await parameters()).word('target');
    const nameOf = written && languageNamesIn(tagOfCode(parts, { name: 'target', written, role: 'target' }));
    const languages = parts.catalogue
      .entries()
      .flatMap(({ code }) =>
        googleCodes(code).map((language) => ({ language, ...(nameOf && { name: nameOf(code) }) })),
      );
    return openReply(200, { data: { languages } });
  },
};
