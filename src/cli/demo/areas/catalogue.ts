import type { Area } from '../area.ts';

export const CATALOGUE: Area = {
  id: 'catalogue',
  name: 'Product catalogue',
  about: 'What is for sale: products, prices, suppliers and marketplace sellers.',
  service: 'product_catalogue',
  team: 'merchandising',
  subjects: [
    {
      name: 'products',
      about: 'All products that were ever on sale.',
      columns:
        'product_id:id sku:code title:text brand:text category_id:id weight_grams:int is_active:bool created_at:time',
    },
    {
      name: 'product_categories',
      about: 'Category tree of the shop.',
      columns: 'category_id:id parent_category_id:id name:text position:int',
    },
    {
      name: 'product_texts',
      about: 'Titles and descriptions by language.',
      columns: 'text_id:id product_id:id language:code title:text description:text translated_at:time',
    },
    {
      name: 'price_changes',
      about: 'Price history of products, with the reason for each change.',
      columns: 'price_id:id product_id:id country:code price:money currency:code valid_from:time reason:code',
    },
    {
      name: 'suppliers',
      about: 'Companies that we buy from.',
      columns: 'supplier_id:id name:text contact_email:text contact_phone:text country:code payment_days:int',
    },
    {
      name: 'supplier_prices',
      about: 'What a product costs us, by supplier.',
      columns: 'supplier_price_id:id supplier_id:id product_id:id cost:money currency:code valid_from:date',
    },
    {
      name: 'sellers',
      about: 'Companies that sell on our marketplace.',
      columns:
        'seller_id:id company_name:text contact_email:text vat_number:text iban:text onboarded_at:time status:code',
    },
    {
      name: 'product_reviews',
      about: 'Star ratings and reviews by customers.',
      columns:
        'review_id:id product_id:id customer_id:id stars:int review_text:text language:code submitted_at:time',
    },
    {
      name: 'product_images',
      about: 'Pictures of products in the image store.',
      columns: 'image_id:id product_id:id storage_path:text width:int height:int position:int',
    },
  ],
  marts: [
    {
      name: 'dim_product',
      about: 'One row per product with category path, brand and supplier.',
      from: ['products', 'product_categories', 'suppliers'],
      columns:
        'product_key:id sku:code title:text brand:text category:text subcategory:text supplier:text is_active:bool',
      measures: ['Active products'],
      by: ['category', 'brand'],
    },
    {
      name: 'fct_price_history',
      about: 'Price of each product and country by day.',
      from: ['price_changes', 'exchange_rates'],
      columns: 'product_key:id price_date:date country:code price_eur:money is_promotion:bool',
      measures: ['Average price'],
      by: ['category', 'country'],
    },
    {
      name: 'fct_product_reviews',
      about: 'Reviews with sentiment scores from the language model.',
      from: ['product_reviews', 'products'],
      columns: 'review_id:id product_key:id stars:int sentiment:float review_date:date language:code',
      measures: ['Average stars'],
      by: ['category', 'month'],
    },
    {
      name: 'dim_supplier',
      about: 'Suppliers with terms and reliability.',
      from: ['suppliers', 'supplier_prices', 'purchase_orders'],
      columns: 'supplier_key:id name:text country:code payment_days:int on_time_rate:float',
      measures: ['On-time deliveries'],
      by: ['supplier'],
    },
    {
      name: 'fct_assortment_gaps',
      about: 'What people search for and do not find.',
      from: ['search_queries', 'products'],
      columns: 'query_text:text search_date:date searches:int results:int clicks:int',
      measures: ['Searches without result'],
      by: ['week'],
    },
    {
      name: 'dim_seller',
      about: 'Marketplace sellers and their standing.',
      from: ['sellers', 'returns'],
      columns: 'seller_key:id company_name:text status:code return_rate:float onboarded_date:date',
      measures: ['Active sellers'],
      by: ['status'],
    },
  ],
  dashboards: ['Assortment', 'Price position', 'Marketplace sellers', 'What customers say'],
};
