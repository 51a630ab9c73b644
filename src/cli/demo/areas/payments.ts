import type { Area } from '../area.ts';

export const PAYMENTS: Area = {
  id: 'payments',
  name: 'Payments',
  about: 'Money in and out: cards, wallets, instalments and payouts. Run by our own payment institution.',
  service: 'harbor_pay',
  team: 'payments',
  subjects: [
    {
      name: 'payments',
      about: 'One row per attempt to pay for an order, also those that failed.',
      columns:
        'payment_id:id order_id:id method:code amount:money currency:code status:code provider:code attempted_at:time settled_at:time',
    },
    {
      name: 'payment_cards',
      about: 'Tokens of saved cards. Card numbers are with the provider and never here.',
      columns:
        'card_id:id customer_id:id card_token:text card_brand:code last_four_digits:text expires_on:date',
    },
    {
      name: 'refunds',
      about: 'Refunds to customers.',
      columns:
        'refund_id:id payment_id:id return_id:id amount:money currency:code reason:code refunded_at:time',
    },
    {
      name: 'chargebacks',
      about: 'Chargebacks and the outcome of each dispute.',
      columns:
        'chargeback_id:id payment_id:id reason:code amount:money opened_at:time outcome:code closed_at:time',
    },
    {
      name: 'instalment_plans',
      about: 'Orders that are paid in parts.',
      columns:
        'plan_id:id order_id:id customer_id:id principal_amount:money annual_rate:float instalments:int started_on:date',
    },
    {
      name: 'instalments',
      about: 'Instalments of a plan with due date and payment.',
      columns: 'instalment_id:id plan_id:id due_on:date amount:money paid_at:time days_overdue:int',
    },
    {
      name: 'fraud_checks',
      about: 'Score and decision of the fraud model for each payment.',
      columns:
        'check_id:id payment_id:id score:float decision:code model_version:code device_id:text ip_address:text checked_at:time',
    },
    {
      name: 'payouts',
      about: 'Transfers to marketplace sellers.',
      columns: 'payout_id:id seller_id:id amount:money currency:code iban:text executed_on:date',
    },
    {
      name: 'exchange_rates',
      about: 'Rates of the European Central Bank, one row per day and currency.',
      columns: 'rate_id:id rate_date:date currency:code rate_to_eur:float source:code',
    },
  ],
  marts: [
    {
      name: 'fct_payments',
      about: 'Payments with order, provider fees and settlement date.',
      from: ['payments', 'orders', 'exchange_rates'],
      columns:
        'payment_id:id order_id:id method:code provider:code amount_eur:money fee_eur:money settled_date:date is_success:bool',
      measures: ['Payment volume', 'Success rate'],
      by: ['method', 'provider', 'week'],
    },
    {
      name: 'fct_chargebacks',
      about: 'Disputes by reason and outcome. Reported to the card schemes every quarter.',
      from: ['chargebacks', 'payments', 'fraud_checks'],
      columns:
        'chargeback_id:id payment_id:id reason:code amount_eur:money outcome:code opened_date:date fraud_score:float',
      measures: ['Chargebacks'],
      by: ['reason', 'country'],
    },
    {
      name: 'fct_fraud_decisions',
      about: 'Decisions of the fraud model and the final outcome.',
      from: ['fraud_checks', 'chargebacks', 'payments'],
      columns: 'check_id:id decision:code score:float was_fraud:bool amount_eur:money model_version:code',
      measures: ['Blocked payments', 'Missed fraud'],
      by: ['model version'],
    },
    {
      name: 'fct_instalment_book',
      about: 'Outstanding instalments per plan and day, for the credit risk report.',
      from: ['instalment_plans', 'instalments'],
      columns: 'plan_id:id as_of:date outstanding_eur:money days_overdue:int bucket:code',
      measures: ['Outstanding credit'],
      by: ['overdue bucket', 'month'],
    },
    {
      name: 'agg_provider_reconciliation',
      about: 'Our bookings against the files of the payment providers. A difference opens a ticket.',
      from: ['payments', 'refunds'],
      columns:
        'booking_date:date provider:code our_amount_eur:money provider_amount_eur:money difference_eur:money',
      measures: ['Open differences'],
      by: ['provider'],
    },
    {
      name: 'fct_seller_payouts',
      about: 'Payouts to sellers with commission.',
      from: ['payouts', 'orders', 'sellers'],
      columns: 'payout_id:id seller_key:id payout_date:date amount_eur:money commission_eur:money',
      measures: ['Payouts'],
      by: ['month'],
    },
  ],
  dashboards: ['Payment health', 'Fraud and disputes', 'Instalment book', 'Provider reconciliation'],
};
