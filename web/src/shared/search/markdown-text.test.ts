import { describe, expect, it } from 'vitest';
import { markdownText } from './markdown-text.ts';

describe('the words of a Markdown text', () => {
  it.each([
    ['One row per order.', 'One row per order.'],
    [
      '- **Start with** `agg_daily_sales`: one row\n- *Up to date*',
      'Start with agg_daily_sales: one row Up to date',
    ],
    ['# Orders\n\n> See [the guide](https://example.com "Guide").', 'Orders See the guide.'],
    ['![Chart](/files/a.png)\n1. first\n2. second', 'Chart first second'],
    ['| a | b |\n| --- | --- |\n| 1 | 2 |', 'a | b 1 | 2'],
    ['```sql\nSELECT *\nFROM a_b\n```', 'SELECT * FROM a_b'],
    [
      'fct_orders and dim_customer, 2 * 3 * 4, __all__ of _it_',
      'fct_orders and dim_customer, 2 * 3 * 4, all of it',
    ],
    ['---', ''],
  ])('%j', (text, words) => {
    expect(markdownText(text)).toBe(words);
  });
});
