import { inflateSync } from 'node:zlib';

/** Returns the text of a PDF as pdfkit writes it: one line for each piece that is drawn. */
export function textOfPdf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1');
  const streams = [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, data = '']) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const fonts = [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
    const [, map = ''] = objectOf(file, id).match(/\/ToUnicode (\d+) 0 R/) ?? [];
    return [name, lettersIn(streamOf(file, map))] as const;
  });
  const letters = new Map(fonts);
  let font = '';
  const lines: string[] = [];
  for (const stream of streams.filter((text) => text.includes(' TJ'))) {
    for (const [, name, glyphs] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (name !== undefined) font = name;
      const codes =
        (glyphs ?? '')
          .match(/(?<=<)[0-9a-f]+(?=>)/g)
          ?.join('')
          .match(/.{4}/g) ?? [];
      if (codes.length > 0) lines.push(codes.map((code) => letters.get(font)?.[Number.parseInt(code, 16)]).join(''));
    }
  }
  return lines.join('\n');
}

function objectOf(file: string, id: string): string {
  return new RegExp(`(?:^|\\n)${id} 0 obj\\n([\\s\\S]*?)\\nendobj`).exec(file)?.[1] ?? '';
}

function streamOf(file: string, id: string): string {
  const [, data = ''] = /stream\n([\s\S]*?)\nendstream/.exec(objectOf(file, id)) ?? [];
  return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
}

/** Letters by glyph, from the list of a font's map to Unicode. */
function lettersIn(map: string): readonly string[] {
  const lists = [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[(.*?)\]/g)].flatMap(([, list = '']) => list.split(' '));
  return lists.map((hex) => Buffer.from(hex.replaceAll(/[<>]/g, ''), 'hex').swap16().toString('utf16le'));
}
