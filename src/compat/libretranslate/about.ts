import { openReply } from '../../calls/cached-reply.ts';
import { textCharactersMax } from '../../shop/sale/translate.ts';
import type { OpenShapeEndpoint, ShapeEndpoint } from '../shape.ts';
import { libreFileEndings } from './files.ts';

const endpoint = (
  name: string,
  [method, path]: readonly ['GET' | 'POST', ShapeEndpoint['path']],
  open: OpenShapeEndpoint['open'],
): ShapeEndpoint => ({ name: `libretranslate-${name}`, methods: [method], path, access: 'open', open });

/** What clients ask an instance about itself before they use it. */
export const libreAbout: readonly ShapeEndpoint[] = [
  endpoint('settings', ['GET', '/frontend/settings'], (_, { catalogue }) => {
    const targets = catalogue.entries().filter((entry) => entry.target);
    const target = targets.find(({ code }) => code === 'en') ?? targets[0];
    return openReply(200, {
      apiKeys: true,
      charLimit: textCharactersMax,
      filesTranslation: true,
      frontendTimeout: 500,
      keyRequired: true,
      language: {
        source: { code: 'auto', name: 'Auto Detect' },
        target: { code: target?.code ?? 'en', name: target?.name ?? 'English' },
      },
      suggestions: false,
      supportedFilesFormat: libreFileEndings,
    });
  }),
  endpoint('spec', ['GET', '/spec'], (_, { baseUrl }) =>
    openReply(200, {
      swagger: '2.0',
      // Some clients accept only this title. It names the API that is described.
      info: {
        title: 'LibreTranslate',
        version: '1.9.6',
        description: `The API of LibreTranslate, served by ${baseUrl()}. See ${baseUrl()}/docs/libretranslate.`,
      },
      paths: {},
    }),
  ),
  endpoint('health', ['GET', '/health'], async (_, { isWorking }) =>
    (await isWorking()) ? openReply(200, { status: 'ok' }) : openReply(503, { status: 'error' }),
  ),
  endpoint('suggest', ['POST', '/suggest'], () =>
    openReply(403, { error: 'Suggestions are disabled on this server.' }),
  ),
];
