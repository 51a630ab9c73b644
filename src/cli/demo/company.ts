import areas from './areas.json' with { type: 'json' };
import type { Area } from './area.ts';

/** The fictional company: a home goods retailer with shops in eight countries and its own payment service. */
export const COMPANY = 'Hearth & Harbor';

/** Its business domains. */
export const AREAS: readonly Area[] = areas;

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** Id of the group. */
  readonly team: string;
}

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly about: string;
}

/** Groups that own entities. */
export const TEAMS: readonly Team[] = [
  { id: 'checkout', name: 'Checkout', about: 'Basket, orders and returns.' },
  { id: 'customer-accounts', name: 'Customer accounts', about: 'Accounts, consents and loyalty.' },
  { id: 'payments', name: 'Payments', about: 'Harbor Pay: payments, fraud and instalments.' },
  { id: 'merchandising', name: 'Merchandising', about: 'Products, prices and suppliers.' },
  { id: 'logistics', name: 'Logistics', about: 'Warehouses, stock and delivery.' },
  { id: 'growth', name: 'Growth', about: 'Marketing, shop analytics and experiments.' },
  { id: 'customer-service', name: 'Customer service', about: 'Tickets, calls and the help centre.' },
  { id: 'finance', name: 'Finance', about: 'Books, taxes and controlling.' },
  { id: 'data-platform', name: 'Data platform', about: 'Pipelines, warehouse and this catalog.' },
  { id: 'privacy', name: 'Privacy office', about: 'Data protection and requests of people.' },
];

const NAMES = [
  'ines.castro, Inês Castro, Engineering manager, checkout',
  'tomas.novak, Tomáš Novák, Backend engineer, checkout',
  'hanna.lind, Hanna Lind, Analytics engineer, checkout',
  'amara.okafor, Amara Okafor, Product manager, customer-accounts',
  'jonas.weber, Jonas Weber, Backend engineer, customer-accounts',
  'sofia.rossi, Sofia Rossi, Analyst, customer-accounts',
  'mei.tanaka, Mei Tanaka, Engineering manager, payments',
  'luca.ferri, Luca Ferri, Risk analyst, payments',
  'aisha.rahman, Aisha Rahman, Data scientist, payments',
  'piet.devries, Piet de Vries, Category manager, merchandising',
  'chloe.martin, Chloé Martin, Pricing analyst, merchandising',
  'omar.haddad, Omar Haddad, Backend engineer, merchandising',
  'greta.olsen, Greta Olsen, Head of logistics, logistics',
  'marek.kowalski, Marek Kowalski, Supply analyst, logistics',
  'yusuf.demir, Yusuf Demir, Backend engineer, logistics',
  'nora.byrne, Nora Byrne, Head of growth, growth',
  'diego.santos, Diego Santos, Marketing analyst, growth',
  'lin.chen, Lin Chen, Data scientist, growth',
  'emma.schulz, Emma Schulz, Service lead, customer-service',
  'raj.patel, Raj Patel, Analyst, customer-service',
  'clara.dubois, Clara Dubois, Controller, finance',
  'henrik.berg, Henrik Berg, Tax manager, finance',
  'priya.nair, Priya Nair, Analytics engineer, finance',
  'ada.kovacs, Ada Kovács, Platform lead, data-platform',
  'sam.whitaker, Sam Whitaker, Data engineer, data-platform',
  'elif.aydin, Elif Aydın, Data engineer, data-platform',
  'ruth.meyer, Ruth Meyer, Privacy officer, privacy',
];

export const PEOPLE: readonly Person[] = NAMES.map((line) => {
  const [id = '', name = '', title = '', team = ''] = line.split(', ');
  return { id, name, title, team };
});

/** Descriptions by tag. */
export const TAGS: Readonly<Record<string, string>> = {
  pii: 'Holds personal data.',
  gold: 'Trusted: tested, documented and owned. Use this one.',
  'tier-1': 'A failure pages the person on call.',
  'tier-2': 'A failure is repaired on the next working day.',
  deprecated: 'Will be removed. Do not build on it.',
  experimental: 'May change or vanish without notice.',
  streaming: 'Minutes old at most.',
  'month-end': 'Needed for closing the books.',
  'ml-feature': 'Feeds a model.',
  external: 'Comes from another company.',
};

/** Display name, type and dataset name delimiter by platform. */
export const PLATFORMS: Readonly<Record<string, readonly [name: string, kind: string, delimiter: string]>> = {
  postgres: ['PostgreSQL', 'RELATIONAL_DB', '.'],
  kafka: ['Kafka', 'MESSAGE_BROKER', '.'],
  s3: ['AWS S3', 'FILE_SYSTEM', '/'],
  snowflake: ['Snowflake', 'RELATIONAL_DB', '.'],
  airflow: ['Airflow', 'OTHERS', '.'],
  looker: ['Looker', 'OTHERS', '.'],
};
