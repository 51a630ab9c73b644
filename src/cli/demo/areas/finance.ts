import type { Area } from '../area.ts';

export const FINANCE: Area = {
  id: 'finance',
  name: 'Finance',
  about: 'Books, taxes and plans. What is reported to the outside comes from here.',
  service: 'ledger',
  team: 'finance',
  subjects: [
    {
      name: 'ledger_entries',
      about: 'All general ledger entries. Rows are never changed.',
      columns:
        'entry_id:id account_id:id booked_on:date amount:money currency:code document_number:code text:text',
    },
    {
      name: 'accounts',
      about: 'The chart of accounts.',
      columns: 'account_id:id account_number:code name:text type:code is_active:bool',
    },
    {
      name: 'invoices',
      about: 'Invoices that we received.',
      columns:
        'invoice_id:id supplier_id:id invoice_number:code amount:money currency:code due_on:date paid_on:date',
    },
    {
      name: 'customer_invoices',
      about: 'Invoices that we sent. Kept for ten years by law.',
      columns:
        'customer_invoice_id:id order_id:id invoice_number:code billing_name:text street:text city:text amount:money issued_on:date',
    },
    {
      name: 'tax_reports',
      about: 'VAT by country and month as it was filed.',
      columns: 'report_id:id country:code month:date taxable_amount:money tax_amount:money filed_on:date',
    },
    {
      name: 'cost_centers',
      about: 'Cost centres and who is responsible for them.',
      columns: 'cost_center_id:id name:text owner_email:text department:code',
    },
    {
      name: 'budgets',
      about: 'Planned cost and revenue by month.',
      columns: 'budget_id:id cost_center_id:id month:date account_id:id planned_amount:money version:code',
    },
    {
      name: 'salaries',
      about: 'Salaries by month. Only the payroll team may read this.',
      columns:
        'salary_id:id employee_id:id full_name:text iban:text gross_amount:money net_amount:money paid_on:date',
    },
  ],
  marts: [
    {
      name: 'fct_revenue',
      about: 'Revenue as the annual report defines it: after returns, discounts and tax.',
      from: ['ledger_entries', 'orders', 'returns', 'exchange_rates'],
      columns:
        'booking_date:date country:code category:text net_revenue_eur:money cost_of_goods_eur:money gross_margin_eur:money',
      measures: ['Net revenue', 'Gross margin'],
      by: ['month', 'country', 'category'],
    },
    {
      name: 'fct_profit_and_loss',
      about: 'Profit and loss by month and cost centre, actual against plan.',
      from: ['ledger_entries', 'accounts', 'budgets', 'cost_centers'],
      columns: 'month:date cost_center:text account_group:code actual_eur:money planned_eur:money',
      measures: ['Actual against plan'],
      by: ['cost centre', 'month'],
    },
    {
      name: 'fct_receivables',
      about: 'What customers and partners owe us, by age.',
      from: ['customer_invoices', 'payments', 'instalments'],
      columns: 'as_of:date debtor_type:code age_bucket:code amount_eur:money',
      measures: ['Open receivables'],
      by: ['age'],
    },
    {
      name: 'fct_payables',
      about: 'What we owe, with due dates.',
      from: ['invoices', 'purchase_orders'],
      columns: 'invoice_id:id supplier_key:id due_date:date amount_eur:money is_overdue:bool',
      measures: ['Open payables'],
      by: ['due week'],
    },
    {
      name: 'agg_vat_by_country',
      about: 'VAT by country and month, ready to be filed.',
      from: ['tax_reports', 'customer_invoices'],
      columns: 'month:date country:code taxable_eur:money tax_eur:money',
      measures: ['VAT due'],
      by: ['country'],
    },
  ],
  dashboards: ['Profit and loss', 'Cash and working capital', 'Tax', 'Board pack'],
};
