/** How many products there are. */
export const olderProducts = 3200
/** How many leads there are. */
export const olderLeads = 500

/** An id that is easy to compute, as SQL: tables are told apart by a digit. Account 1 is a customer's, 2 a keeper's. */
export const id = (table: number, number: string) =>
  `lpad(${table} || lpad((${number})::text, 9, '0'), 32, '0')::uuid`

/** What was written to a database before images had sizes; every fifth product has an image of ours, and shares it. */
export const olderData = `
  insert into auth.users (id, email) values (${id(9, '1')}, 'customer@example.com'), (${id(9, '2')}, 'keeper@example.com');
  update public.profiles set is_admin = true where id = ${id(9, '2')};
  insert into public.categories (id, name) select ${id(1, 'n')}, 'Category ' || n from generate_series(1, 7) as n;
  insert into public.industry_tags (id, name) select ${id(2, 'n')}, 'Industry ' || n from generate_series(1, 6) as n;
  insert into public.themes (id, name) select ${id(3, 'n')}, 'Theme ' || n from generate_series(1, 5) as n;
  insert into public.doctor_type_tags (id, name) select ${id(4, 'n')}, 'Doctor ' || n from generate_series(1, 3) as n;
  insert into public.products (id, name, category_id, budget, image_url, is_sample, is_featured, created_at)
  select ${id(5, 'n')}, (array['Copper', 'Bamboo', 'Walnut'])[1 + n % 3] || ' gift no. ' || n,
    case when n % 8 > 0 then ${id(1, '1 + n % 7')} end, (array['Rs.10-100', 'Rs.2000+', null])[1 + n % 3],
    case when n % 5 = 0 then '/storage/v1/object/public/product-images/' || n / 10 || '.webp' end,
    n % 10 <> 0, n % 100 = 0, timestamptz '2026-01-01Z' + (n * 7 % ${olderProducts} / 3) * interval '1 minute'
  from generate_series(1, ${olderProducts}) as n;
  insert into public.product_industry_tags select ${id(5, 'n')}, ${id(2, '1 + n % 6')} from generate_series(1, ${olderProducts}) as n;
  insert into public.product_themes select ${id(5, 'n')}, ${id(3, '1 + n / 2 % 5')} from generate_series(1, ${olderProducts}, 2) as n;
  insert into public.product_doctor_type_tags select ${id(5, 'n')}, ${id(4, '1 + n % 3')} from generate_series(1, ${olderProducts}, 6) as n;
  insert into public.leads (name, company, email, phone, selected_products)
  select 'Person ' || n, 'Company ' || n, 'person' || n || '@example.com', '+91 ' || n, array['Copper gift no. 3']
  from generate_series(1, ${olderLeads}) as n;
  insert into public.client_logos (name, logo_url) values ('Nova', '/storage/v1/object/public/product-images/9001.png');
  insert into storage.objects (bucket_id, name, created_at)
  select 'product-images', n || '.webp', now() - interval '2 days' from generate_series(0, ${olderProducts / 10} + 5) as n`
