import type { Area } from '../area.ts';

export const LOGISTICS: Area = {
  id: 'logistics',
  name: 'Logistics',
  about: 'From the supplier to the door: warehouses, stock, shipments and carriers.',
  service: 'warehouse',
  team: 'logistics',
  subjects: [
    {
      name: 'stock_levels',
      about: 'Current stock by product and warehouse.',
      columns:
        'stock_id:id product_id:id warehouse_id:id quantity_on_hand:int quantity_reserved:int counted_at:time',
    },
    {
      name: 'stock_movements',
      about: 'All stock movements: in, out and between warehouses.',
      columns:
        'movement_id:id product_id:id warehouse_id:id quantity:int reason:code moved_at:time moved_by:text',
    },
    {
      name: 'warehouses',
      about: 'Our warehouses and those of partners.',
      columns:
        'warehouse_id:id name:text city:text country:code latitude:float longitude:float is_partner:bool',
    },
    {
      name: 'shipments',
      about: 'Parcels on their way to customers.',
      columns:
        'shipment_id:id order_id:id warehouse_id:id carrier:code tracking_number:text shipped_at:time delivered_at:time status:code',
    },
    {
      name: 'shipment_scans',
      about: 'Carrier scans with place and time.',
      columns:
        'scan_id:id shipment_id:id event:code city:text latitude:float longitude:float scanned_at:time',
    },
    {
      name: 'delivery_addresses',
      about:
        'Delivery address of each parcel. Copied from the order, so that it stays when the customer moves.',
      columns:
        'delivery_address_id:id shipment_id:id recipient_name:text street:text postal_code:text city:text phone:text',
    },
    {
      name: 'purchase_orders',
      about: 'What we ordered from suppliers.',
      columns:
        'purchase_order_id:id supplier_id:id ordered_at:time expected_on:date received_on:date total_cost:money currency:code',
    },
    {
      name: 'purchase_order_lines',
      about: 'Products in an order to a supplier.',
      columns:
        'line_id:id purchase_order_id:id product_id:id quantity_ordered:int quantity_received:int unit_cost:money',
    },
    {
      name: 'picking_tasks',
      about: 'Picking tasks.',
      columns:
        'task_id:id order_id:id warehouse_id:id employee_id:id started_at:time finished_at:time items:int errors:int',
    },
  ],
  marts: [
    {
      name: 'fct_shipments',
      about: 'Parcels with the promised and the actual day of delivery.',
      from: ['shipments', 'shipment_scans', 'orders'],
      columns:
        'shipment_id:id order_id:id carrier:code promised_date:date delivered_date:date is_late:bool cost_eur:money',
      measures: ['Late deliveries', 'Cost per parcel'],
      by: ['carrier', 'country', 'week'],
    },
    {
      name: 'fct_daily_stock',
      about: 'Stock by product, warehouse and day, at cost.',
      from: ['stock_levels', 'stock_movements', 'supplier_prices'],
      columns:
        'product_key:id warehouse_key:id stock_date:date quantity:int value_eur:money days_of_cover:float',
      measures: ['Stock value', 'Products out of stock'],
      by: ['warehouse', 'category'],
    },
    {
      name: 'fct_purchase_orders',
      about: 'Orders to suppliers with delay and short deliveries.',
      from: ['purchase_orders', 'purchase_order_lines', 'suppliers'],
      columns:
        'purchase_order_id:id supplier_key:id ordered_date:date days_late:int quantity_missing:int cost_eur:money',
      measures: ['Delay of suppliers'],
      by: ['supplier'],
    },
    {
      name: 'agg_picking_performance',
      about: 'Picks per hour and errors by warehouse and shift. Contains no data about individuals.',
      from: ['picking_tasks', 'warehouses'],
      columns: 'work_date:date warehouse_key:id shift:code picks_per_hour:float error_rate:float',
      measures: ['Picks per hour'],
      by: ['warehouse', 'shift'],
    },
    {
      name: 'dim_warehouse',
      about: 'Warehouses with country and capacity.',
      from: ['warehouses'],
      columns: 'warehouse_key:id name:text country:code capacity_pallets:int is_partner:bool',
      measures: [],
      by: [],
    },
    {
      name: 'agg_carrier_scorecard',
      about: 'Carriers compared by punctuality, damage and price. Used in negotiations.',
      from: ['shipments', 'shipment_scans', 'returns'],
      columns:
        'month:date carrier:code parcels:int on_time_rate:float damage_rate:float cost_per_parcel_eur:money',
      measures: ['Punctuality'],
      by: ['carrier'],
    },
  ],
  dashboards: ['Delivery promise', 'Stock and cover', 'Warehouse floor', 'Carrier scorecard'],
};
