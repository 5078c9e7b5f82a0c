/** A row of a picture: one mark for each series that has a value. */
export type PictureRow = { readonly label: string; readonly values: Readonly<Record<string, number>> };

export type Picture = {
  readonly title: string;
  /** In the order of the legend. */
  readonly series: readonly string[];
  readonly rows: readonly PictureRow[];
  /** What the axis goes from and to. */
  readonly from: number;
  readonly to: number;
  readonly unit: string;
};

/** Colours that can be told apart on white and on black, also by most who see few (after Okabe and Ito). */
const colours = ['#d55e00', '#3d8bcd', '#009e73', '#cc79a7', '#b8860b', '#8a6fd1', '#7f7f7f', '#20a5a5', '#c0504d'];
/** A series has a shape as well as a colour: paths around 0,0. */
const shapes = [
  'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z',
  'M-4-4H4V4H-4z',
  'M0-5.5L5.5 0L0 5.5L-5.5 0z',
  'M0-5L5 4H-5z',
  'M0 5L5-4H-5z',
  'M-1.7-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7z',
];
const width = 760;
const rowHeight = 18;
const axisHeight = 28;
const letterWidth = 7.3;
const tickCount = 8;

/** Text and lines in colours of the reader's own scheme, on no background. */
const style = `text{font:12px system-ui,"Segoe UI",Helvetica,Arial,sans-serif;fill:#24292f}
.title{font-weight:600;font-size:13px}.grid{stroke:#d0d7de}.row{stroke:#eaeef2}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#3d444d}.row{stroke:#262c34}}`;

/** Draws marks on a line for each row, best seen where the rows are in order. Static SVG, without a script. */
export function drawPicture(picture: Picture): string {
  const left = 16 + letterWidth * Math.max(...picture.rows.map(({ label }) => label.length));
  const scale = (value: number) =>
    left +
    ((width - 24 - left) * (Math.min(picture.to, Math.max(picture.from, value)) - picture.from)) /
      (picture.to - picture.from);
  const legend = drawLegend(picture.series);
  const top = 30 + legend.height;
  const bottom = top + picture.rows.length * rowHeight;
  const rows = picture.rows.map((row, index) =>
    drawRow({ row, picture, left, scale, y: top + (index + 0.5) * rowHeight }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + axisHeight}" width="${width}" height="${bottom + axisHeight}" role="img" aria-labelledby="title">`,
    `<title id="title">${escape(picture.title)}</title>`,
    `<style>${style}</style>`,
    `<text class="title" x="8" y="18">${escape(picture.title)}</text>`,
    `<text x="${width - 24}" y="18" text-anchor="end">${escape(picture.unit)}</text>`,
    legend.svg,
    drawAxis({ picture, scale, top, bottom }),
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

function drawLegend(series: readonly string[]): { readonly svg: string; readonly height: number } {
  let [x, y] = [16, 36];
  const entries = series.map((name, index) => {
    const needed = 24 + letterWidth * name.length;
    if (x + needed > width && x > 16) [x, y] = [16, y + rowHeight];
    const entry = `${drawMark(index, x, y)}<text x="${x + 9}" y="${y + 4}">${escape(name)}</text>`;
    x += needed;
    return entry;
  });
  return series.length < 2 ? { svg: '', height: 0 } : { svg: entries.join('\n'), height: y - 18 };
}

type Axis = {
  readonly picture: Picture;
  readonly scale: (value: number) => number;
  readonly top: number;
  readonly bottom: number;
};

function drawAxis({ picture, scale, top, bottom }: Axis): string {
  const step = niceStep((picture.to - picture.from) / tickCount);
  const first = Math.ceil(picture.from / step);
  const last = Math.floor(picture.to / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return ticks
    .map((tick) => {
      const x = scale(tick).toFixed(1);
      return `<line class="grid" x1="${x}" y1="${top}" x2="${x}" y2="${bottom}"/><text x="${x}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`;
    })
    .join('\n');
}

/** 1, 2 or 5 times a power of ten, not below `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

type DrawnRow = {
  readonly row: PictureRow;
  readonly picture: Picture;
  readonly left: number;
  readonly scale: (value: number) => number;
  readonly y: number;
};

function drawRow({ row, picture, left, scale, y }: DrawnRow): string {
  const marks = picture.series.map((name, index) => {
    const value = row.values[name];
    return value === undefined ? '' : drawMark(index, scale(value), y);
  });
  const label = `<text x="${left - 10}" y="${y + 4}" text-anchor="end">${escape(row.label)}</text>`;
  return `${label}<line class="row" x1="${left}" y1="${y}" x2="${width - 24}" y2="${y}"/>${marks.join('')}`;
}

/** Past the last shape they begin anew, hollow. */
function drawMark(index: number, x: number, y: number): string {
  const colour = colours[index % colours.length] ?? '#7f7f7f';
  const paint = index < shapes.length ? `fill="${colour}"` : `fill="none" stroke="${colour}" stroke-width="1.8"`;
  return `<path d="${shapes[index % shapes.length]}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" ${paint}/>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
