import type { AccountId } from '../../shop/accounts/account.ts';
import { documentFormBytesMax } from '../../shop/documents/document.ts';
import { onlyDownload, sentDocument, whenDocumentDone } from '../document-files.ts';
import type { ShapeEndpoint } from '../shape.ts';
import { librePair } from './translate.ts';

/** Files that are translated, as clients ask for them. */
export const libreFileEndings: readonly string[] = [
  ...['.txt', '.text', '.md', '.markdown', '.mdx', '.html', '.htm', '.xhtml', '.json', '.jsonc', '.arb', '.xcstrings'],
  ...['.yaml', '.yml', '.properties', '.po', '.pot', '.xlf', '.xliff', '.srt', '.vtt', '.csv', '.tsv', '.tab'],
  ...['.strings', '.xml', '.docx', '.pptx', '.xlsx', '.odt', '.ods', '.odp', '.epub'],
];

/** Replies as soon as the file is read and its characters are held. The address of the translation waits for it. */
const translateFile: ShapeEndpoint = {
  name: 'libretranslate-translate-file',
  methods: ['POST'],
  path: '/translate_file',
  access: 'key',
  isListed: true,
  bodyBytesMax: documentFormBytesMax,
  handle: async (request, parts) => {
    const { holder, call, parameters } = request;
    const { accountId } = holder;
    const pair = librePair(request, parts);
    const file = await sentDocument(parameters);
    const asked = { ...holder, file, ...pair, guessesSource: true };
    const { id } = await parts.documents.start(asked, call.exchange.abortSignal(parts.deadlineMs));
    // Without the address, the client cannot fetch the file, so it must cost nothing.
    call.exchange.onLost(() => void parts.documents.abandon(accountId, id));
    const path = `/compat/libretranslate/download_file/${accountId}.${id}`;
    return { reply: { translatedFileUrl: parts.baseUrl() + path } };
  },
};

/** The address is the key: it has the secret id of the document, and ends with the first download or after an hour. */
const downloadFile: ShapeEndpoint = {
  name: 'libretranslate-download-file',
  methods: ['GET'],
  path: '/download_file/{address}',
  access: 'open',
  open: async ({ exchange, path: { address = '' } }, parts) => {
    const [, account = '', id = ''] = /^(.{1,64})\.(\w+)$/.exec(address) ?? [];
    const accountId = account as AccountId;
    await whenDocumentDone(parts, { accountId, id, signal: exchange.abortSignal(parts.deadlineMs) });
    const { headers, body } = await onlyDownload(parts, { accountId, id }, exchange);
    return new Response(body, { headers });
  },
};

export const libreFiles: readonly ShapeEndpoint[] = [translateFile, downloadFile];
