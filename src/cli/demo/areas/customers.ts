import type { Area } from '../area.ts';

export const CUSTOMERS: Area = {
  id: 'customers',
  name: 'Customers',
  about: 'Who buys from us: accounts, addresses, consents and loyalty. Most of the personal data lives here.',
  service: 'customer_accounts',
  team: 'customer-accounts',
  subjects: [
    {
      name: 'customers',
      about: 'One row per customer account. Guests get one too when they order.',
      columns:
        'customer_id:id email:text first_name:text last_name:text birth_date:date phone:text country:code created_at:time deleted_at:time',
    },
    {
      name: 'customer_addresses',
      about: 'Addresses that customers saved for delivery or invoices.',
      columns:
        'address_id:id customer_id:id street:text house_number:text postal_code:text city:text country:code is_default:bool',
    },
    {
      name: 'consents',
      about: 'What a customer agreed to and when. Rows are never changed, only added.',
      columns: 'consent_id:id customer_id:id purpose:code granted:bool source:code recorded_at:time',
    },
    {
      name: 'erasure_requests',
      about: 'Erasure requests and their progress.',
      columns: 'request_id:id customer_id:id requested_at:time due_on:date completed_at:time status:code',
    },
    {
      name: 'loyalty_members',
      about: 'Members of the loyalty programme and their level.',
      columns: 'member_id:id customer_id:id tier:code joined_on:date points_balance:int',
    },
    {
      name: 'loyalty_points',
      about: 'Points that were earned, spent or expired.',
      columns: 'entry_id:id member_id:id order_id:id points:int reason:code booked_at:time',
    },
    {
      name: 'login_events',
      about: 'Logins, with device and address. Kept for 90 days for fraud checks.',
      columns: 'event_id:id customer_id:id ip_address:text user_agent:text succeeded:bool occurred_at:time',
    },
    {
      name: 'wish_lists',
      about: 'Products that customers saved for later.',
      columns: 'wish_list_id:id customer_id:id product_id:id added_at:time is_public:bool',
    },
    {
      name: 'households',
      about: 'Customers with the same address and name, found by the matching job.',
      columns: 'household_id:id customer_id:id match_score:float matched_at:time',
    },
  ],
  marts: [
    {
      name: 'dim_customer',
      about: 'One row per customer, without direct identifiers. The one to join with.',
      from: ['customers', 'customer_addresses', 'consents', 'loyalty_members'],
      columns:
        'customer_key:id country:code postal_area:code age_band:code loyalty_tier:code may_email:bool first_order_date:date',
      measures: ['Customers'],
      by: ['country', 'loyalty tier'],
    },
    {
      name: 'dim_customer_identity',
      about: 'Names and contact details by customer key. Ask the privacy team for access.',
      from: ['customers', 'customer_addresses'],
      columns:
        'customer_key:id email:text first_name:text last_name:text phone:text street:text postal_code:text city:text',
      measures: [],
      by: [],
    },
    {
      name: 'fct_customer_lifetime_value',
      about: 'Value of each customer so far and expected for the next year.',
      from: ['orders', 'returns', 'customers'],
      columns:
        'customer_key:id as_of:date orders:int net_amount_eur:money predicted_amount_eur:money segment:code',
      measures: ['Lifetime value'],
      by: ['segment', 'cohort'],
    },
    {
      name: 'agg_cohort_retention',
      about: 'Returning customers by month of first order, month by month.',
      from: ['orders', 'customers'],
      columns: 'cohort_month:date months_since:int customers:int returning_customers:int',
      measures: ['Returning customers'],
      by: ['cohort'],
    },
    {
      name: 'fct_consent_changes',
      about: 'Consents given and withdrawn, for the report to the privacy officer.',
      from: ['consents', 'erasure_requests'],
      columns: 'customer_key:id purpose:code change_date:date granted:bool',
      measures: ['Consent rate'],
      by: ['purpose'],
    },
    {
      name: 'fct_loyalty_activity',
      about: 'Points earned and spent per member and month.',
      from: ['loyalty_points', 'loyalty_members'],
      columns: 'member_key:id month:date tier:code points_earned:int points_spent:int',
      measures: ['Points earned', 'Points spent'],
      by: ['tier'],
    },
  ],
  dashboards: ['Customer base', 'Loyalty programme', 'Cohorts and retention', 'Privacy requests'],
};
