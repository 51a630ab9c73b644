/** What is wrong with the layout of a page. */
export interface PageFaults {
  /** Texts of its first-level headings. */
  readonly titles: readonly string[];
  /** How much wider the page is than the window, in CSS pixels. */
  readonly overflow: number;
  /** Columns of numbers that are not aligned at their end, as `table: heading`. */
  readonly unalignedNumbers: readonly string[];
  /** Placeholders of fields without room for them. */
  readonly cutPlaceholders: readonly string[];
  /** Controls in one bar that differ in height, as `name: height`. */
  readonly unevenControls: readonly string[];
}

/** Looks at the page's layout. Runs in the page, in one evaluation; uses nothing outside. */
export function pageFaults(): PageFaults {
  const isNumber = ({ innerText }: HTMLElement): boolean =>
    /^[-+]?\d[\d.,]*(?: ?(?:%|ms|s|kB|MB))?$/.test(innerText.trim());
  const isAtEnd = (cell: HTMLElement): boolean => getComputedStyle(cell).textAlign === 'end';
  const all = <Type extends HTMLElement>(selector: string): Type[] =>
    [...document.querySelectorAll<Type>(selector)].filter((element) => element.checkVisibility());

  // Rows that are shown as lists have labels beside their cells.
  const tables = all<HTMLTableElement>('main .table').filter(
    (table) => getComputedStyle(table).display === 'table',
  );
  const unalignedNumbers = tables.flatMap((table) =>
    [...(table.tHead?.rows[0]?.cells ?? [])].flatMap((heading, index) => {
      const cells = [...(table.tBodies[0]?.rows ?? [])].flatMap((row) => row.cells[index] ?? []);
      const filled = cells.filter(({ innerText }) => innerText.trim() !== '');
      const isFaulty = filled.length > 0 && filled.every(isNumber) && ![heading, ...filled].every(isAtEnd);
      return isFaulty ? [`${table.getAttribute('aria-label')}: ${heading.innerText}`] : [];
    }),
  );

  const pen = document.createElement('canvas').getContext('2d');
  const cutPlaceholders = all<HTMLInputElement>('input[placeholder]')
    .filter((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      if (pen === null) return true;
      pen.font = font;
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return pen.measureText(field.placeholder).width > room + 1;
    })
    .map(({ placeholder }) => placeholder);

  const unevenControls = all('main .toolbar').flatMap((bar) => {
    const controls = [
      ...bar.querySelectorAll<HTMLElement>('button:not(.choice-box button), input:not([type="checkbox"])'),
    ];
    const heights = controls
      .filter((control) => control.checkVisibility() && !control.closest('.chip'))
      .map((control) => {
        const name = control.getAttribute('aria-label') ?? control.innerText;
        return [name, Math.round(control.getBoundingClientRect().height)] as const;
      });
    return heights.some(([, height]) => height !== heights[0]?.[1])
      ? heights.map(([name, height]) => `${name}: ${height}`)
      : [];
  });

  return {
    titles: all('h1').map(({ innerText }) => innerText),
    overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    unalignedNumbers,
    cutPlaceholders,
    unevenControls,
  };
}
