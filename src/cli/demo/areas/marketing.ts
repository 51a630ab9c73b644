import type { Area } from '../area.ts';

export const MARKETING: Area = {
  id: 'marketing',
  name: 'Marketing',
  about: 'How people find us: visits, searches, campaigns and newsletters.',
  service: 'growth',
  team: 'growth',
  subjects: [
    {
      name: 'sessions',
      about: 'Visits to the shop and the app, without those who did not consent.',
      columns:
        'session_id:id visitor_id:text customer_id:id landing_page:text referrer:text country:code device:code started_at:time',
    },
    {
      name: 'page_views',
      about: 'Pages that were opened in a visit.',
      columns: 'page_view_id:id session_id:id url:text product_id:id viewed_at:time seconds_on_page:int',
    },
    {
      name: 'search_queries',
      about: 'What was typed into the search box.',
      columns:
        'query_id:id session_id:id query_text:text result_count:int clicked_product_id:id searched_at:time',
    },
    {
      name: 'campaigns',
      about: 'Campaigns in all channels with budget and period.',
      columns: 'campaign_id:id name:text channel:code budget:money currency:code starts_on:date ends_on:date',
    },
    {
      name: 'ad_clicks',
      about: 'Clicks on our advertisements, as the networks report them.',
      columns: 'click_id:id campaign_id:id network:code cost:money currency:code clicked_at:time',
    },
    {
      name: 'newsletter_subscribers',
      about: 'Addresses that get the newsletter, with proof of consent.',
      columns:
        'subscriber_id:id email:text customer_id:id subscribed_at:time confirmed_at:time unsubscribed_at:time',
    },
    {
      name: 'newsletter_events',
      about: 'Mails sent, opened and clicked.',
      columns: 'event_id:id subscriber_id:id mailing_id:id event:code occurred_at:time',
    },
    {
      name: 'experiments',
      about: 'Tests of variants in the shop: who saw what.',
      columns: 'exposure_id:id experiment:code variant:code visitor_id:text exposed_at:time',
    },
    {
      name: 'vouchers',
      about: 'Voucher codes and their conditions.',
      columns:
        'voucher_id:id code:code campaign_id:id discount_percent:float valid_until:date times_used:int',
    },
  ],
  marts: [
    {
      name: 'fct_sessions',
      about: 'Visits with channel, pages and whether they ended in an order.',
      from: ['sessions', 'page_views', 'orders'],
      columns:
        'session_id:id visit_date:date channel:code device:code pages:int ordered:bool revenue_eur:money',
      measures: ['Visits', 'Conversion'],
      by: ['channel', 'device', 'week'],
    },
    {
      name: 'fct_marketing_spend',
      about: 'What was spent by campaign and day, from the networks and from invoices.',
      from: ['ad_clicks', 'campaigns', 'invoices'],
      columns: 'campaign_key:id spend_date:date channel:code spend_eur:money clicks:int',
      measures: ['Spend', 'Cost per order'],
      by: ['channel', 'campaign'],
    },
    {
      name: 'fct_attribution',
      about: 'Revenue by channel, attributed to all contacts before an order.',
      from: ['sessions', 'orders', 'campaigns'],
      columns: 'order_id:id channel:code share:float revenue_eur:money model:code',
      measures: ['Attributed revenue'],
      by: ['channel', 'model'],
    },
    {
      name: 'agg_experiment_results',
      about: 'Results of experiments with confidence. Read the guide before quoting them.',
      from: ['experiments', 'orders', 'sessions'],
      columns: 'experiment:code variant:code visitors:int conversion_rate:float uplift:float p_value:float',
      measures: ['Uplift'],
      by: ['experiment'],
    },
    {
      name: 'fct_newsletter',
      about: 'Mailings with opens, clicks and orders.',
      from: ['newsletter_events', 'newsletter_subscribers', 'orders'],
      columns: 'mailing_id:id sent_date:date recipients:int opens:int clicks:int revenue_eur:money',
      measures: ['Open rate', 'Revenue per mail'],
      by: ['mailing'],
    },
    {
      name: 'dim_campaign',
      about: 'Campaigns with channel and goal.',
      from: ['campaigns', 'vouchers'],
      columns: 'campaign_key:id name:text channel:code goal:code budget_eur:money',
      measures: [],
      by: [],
    },
  ],
  dashboards: ['Acquisition', 'Shop conversion', 'Newsletter', 'Experiments'],
};
