/** A glossary term with its definition and the business domains that use it. */
export interface Term {
  readonly id: string;
  readonly name: string;
  /** Id of the term group. */
  readonly node: string;
  /** Ids of areas. */
  readonly areas: readonly string[];
  readonly definition: string;
}

/** Name and definition by term group. */
export const NODES: Readonly<Record<string, readonly [name: string, definition: string]>> = {
  commerce: ['Commerce', 'Terms of buying and selling.'],
  customer: ['Customer', 'Terms about the people who buy.'],
  money: ['Money', 'Terms of payments and accounting, as the annual report uses them.'],
  operations: ['Operations', 'Terms of warehouse, delivery and service.'],
  privacy: ['Privacy', 'Terms of data protection.'],
};

const LINES = [
  'order | Order | commerce | orders | A binding request of a customer to buy, whether or not it is paid.',
  'basket | Basket | commerce | orders,marketing | Products that a visitor currently intends to buy.',
  'return | Return | commerce | orders,logistics | Products that a customer sent back for a refund.',
  'gross-merchandise-value | Gross merchandise value | commerce | orders,finance | Price of everything ordered, with tax and before returns.',
  'assortment | Assortment | commerce | catalogue | All products that can be ordered today.',
  'list-price | List price | commerce | catalogue | Price before any promotion.',
  'marketplace-seller | Marketplace seller | commerce | catalogue,payments | A company that sells its own products in our shop.',
  'conversion | Conversion | commerce | marketing | Share of visits that end in an order.',
  'active-customer | Active customer | customer | customers,marketing | A customer with an order in the last 12 months.',
  'first-order | First order | customer | customers,orders | The earliest order of a customer that was not cancelled.',
  'cohort | Cohort | customer | customers | Customers who ordered first in the same month.',
  'lifetime-value | Lifetime value | customer | customers | Margin of a customer over the whole relationship, past and expected.',
  'loyalty-tier | Loyalty tier | customer | customers | Level in the loyalty programme: linen, oak or brass.',
  'net-revenue | Net revenue | money | finance,orders | Revenue after tax, discounts and returns. The only revenue that may be quoted.',
  'gross-margin | Gross margin | money | finance,catalogue | Net revenue less the cost of goods.',
  'chargeback | Chargeback | money | payments | A payment that the bank of the customer took back.',
  'settlement | Settlement | money | payments,finance | The moment when money arrives in our account.',
  'instalment | Instalment | money | payments | One of several partial payments for an order.',
  'receivable | Receivable | money | finance | Money owed to us.',
  'stock-on-hand | Stock on hand | operations | logistics | Items in a warehouse, reserved or not.',
  'days-of-cover | Days of cover | operations | logistics,catalogue | Days until the stock is sold out at the current rate.',
  'promised-date | Promised date | operations | logistics,orders | Delivery day promised to the customer when ordering.',
  'late-delivery | Late delivery | operations | logistics,service | A delivery after the promised date.',
  'contact-rate | Contact rate | operations | service | Tickets per hundred orders.',
  'first-answer | First answer | operations | service | First message by a person, not a bot, in a ticket.',
  'personal-data | Personal data | privacy | customers,service,payments | Anything that identifies a person, alone or combined with other data.',
  'consent | Consent | privacy | customers,marketing | A permission that a person gave freely and can withdraw.',
  'erasure | Erasure | privacy | customers | Removal of all data about a person, on request, within 30 days.',
];

export const TERMS: readonly Term[] = LINES.map((line) => {
  const [id = '', name = '', node = '', areas = '', definition = ''] = line.split(' | ');
  return { id, name, node, areas: areas.split(','), definition };
});

export function termUrn(id: string): string {
  return `urn:li:glossaryTerm:hearth.${id}`;
}

/** Urn of a term group. */
export function nodeUrn(id: string): string {
  return `urn:li:glossaryNode:hearth.${id}`;
}
