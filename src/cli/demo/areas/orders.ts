import type { Area } from '../area.ts';

export const ORDERS: Area = {
  id: 'orders',
  name: 'Orders',
  about: 'From the basket to the return: what customers order, in the shop, in the app and by phone.',
  service: 'shop_orders',
  team: 'checkout',
  subjects: [
    {
      name: 'orders',
      about: 'One row per order as it was placed. Amounts are in the currency of the order and include tax.',
      columns:
        'order_id:id customer_id:id placed_at:time status:code channel:code currency:code total_amount:money shipping_address_id:id promotion_code:code',
    },
    {
      name: 'order_lines',
      about: 'One row per product in an order.',
      columns:
        'order_line_id:id order_id:id product_id:id quantity:int unit_price:money discount_amount:money tax_rate:float',
    },
    {
      name: 'order_status_changes',
      about: 'Every change of the status of an order, oldest first.',
      columns: 'change_id:id order_id:id old_status:code new_status:code changed_at:time changed_by:text',
    },
    {
      name: 'carts',
      about: 'Baskets, abandoned ones included. Emptied after 90 days.',
      columns: 'cart_id:id customer_id:id session_id:id created_at:time abandoned_at:time item_count:int',
    },
    {
      name: 'cart_items',
      about: 'Products currently in baskets.',
      columns: 'cart_item_id:id cart_id:id product_id:id quantity:int added_at:time',
    },
    {
      name: 'returns',
      about: 'Parcels that customers returned, with the reason given.',
      columns:
        'return_id:id order_id:id reason:code comment:text requested_at:time received_at:time refund_amount:money',
    },
    {
      name: 'return_lines',
      about: 'Products in a returned parcel and the state in which they arrived.',
      columns: 'return_line_id:id return_id:id order_line_id:id quantity:int condition:code',
    },
    {
      name: 'gift_cards',
      about: 'Sold gift cards with their remaining balance.',
      columns:
        'gift_card_id:id purchaser_customer_id:id recipient_email:text issued_at:time balance_amount:money currency:code',
    },
    {
      name: 'order_notes',
      about: 'Free text that customers and service agents left on an order.',
      columns: 'note_id:id order_id:id author:text note:text created_at:time',
    },
  ],
  marts: [
    {
      name: 'fct_orders',
      about:
        'One row per order with its amounts in euro. The number that the company reports as orders comes from here.',
      from: ['orders', 'order_lines', 'exchange_rates'],
      columns:
        'order_id:id customer_key:id order_date:date channel:code country:code gross_amount_eur:money net_amount_eur:money is_first_order:bool',
      measures: ['Orders', 'Net revenue'],
      by: ['week', 'country', 'channel'],
    },
    {
      name: 'fct_order_lines',
      about: 'One row per product in an order, with the margin.',
      from: ['order_lines', 'orders', 'products', 'supplier_prices'],
      columns:
        'order_line_id:id order_id:id product_key:id quantity:int net_amount_eur:money margin_eur:money',
      measures: ['Units sold', 'Margin'],
      by: ['category', 'week'],
    },
    {
      name: 'fct_returns',
      about: 'Returned products with reason and refund.',
      from: ['returns', 'return_lines', 'order_lines'],
      columns:
        'return_line_id:id order_id:id product_key:id return_date:date reason:code refund_amount_eur:money',
      measures: ['Return rate'],
      by: ['category', 'reason'],
    },
    {
      name: 'agg_daily_sales',
      about: 'Sales per day, country and channel. Rebuilt for the last 14 days every night.',
      from: ['orders', 'returns'],
      columns:
        'sales_date:date country:code channel:code orders:int net_amount_eur:money returned_amount_eur:money',
      measures: ['Daily sales'],
      by: ['day', 'country'],
    },
    {
      name: 'agg_cart_abandonment',
      about: 'Abandoned baskets by the step of abandonment.',
      from: ['carts', 'cart_items', 'sessions'],
      columns: 'cart_date:date last_step:code carts:int abandoned:int value_eur:money',
      measures: ['Abandoned baskets'],
      by: ['step'],
    },
    {
      name: 'fct_gift_card_liability',
      about: 'What the company owes on gift cards at the end of each month.',
      from: ['gift_cards', 'exchange_rates'],
      columns: 'month_end:date gift_card_id:id balance_eur:money months_since_issue:int',
      measures: ['Gift card liability'],
      by: ['month'],
    },
  ],
  dashboards: ['Trading overview', 'Returns and reasons', 'Basket to order', 'Weekly business review'],
};
