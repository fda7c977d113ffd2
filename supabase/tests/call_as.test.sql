-- The server calls the catalogue's functions for an account: with that account's rights and no more.
begin;
select plan(14);

insert into auth.users (id, email) values ('5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'someone@giftwell.test');
insert into public.products (name, is_sample) select 'Gift ' || number, true from generate_series(1, 20) as number;

insert into public.categories (id, name) values (tests.id(901), 'Odd');
insert into public.themes (id, name) values (tests.id(902), 'b "quoted"'), (tests.id(903), 'A \ back'), (tests.id(904), 'b');
insert into public.products (id, name, is_sample, category_id, image_url, image_widths, image_colour, video_url, created_at) values
  (tests.id(905), E'Tab\there, line\nthere, "quotes", \\ and </script> \u2028 \u0001 é 🎁 %s', true, tests.id(901), null, null, null, null, now()),
  (
    tests.id(906), 'Pictured', true, tests.id(901), '/storage/v1/object/public/product-images/7.webp',
    '{320,1600}', '#0a1b2c', 'https://videos.example/a?b="c"', now() + interval '1 microsecond'
  ),
  (tests.id(907), 'Last', true, tests.id(901), null, null, null, null, '1969-12-31 23:59:59.999999Z');
insert into public.product_themes (product_id, theme_id)
select tests.id(906), id from public.themes where id in (tests.id(902), tests.id(903), tests.id(904));
-- The roles of the API read no secret.
create temporary table keys as select id, private.share_key(id) as key from public.products;
grant select on keys to authenticated;

select is(
  jsonb_array_length(
    private.call_as('5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'catalogue_page', '{"page_size": "15"}')::jsonb -> 'products'
  ),
  15, 'an account gets a customer''s page'
);
reset role;
select is(
  current_setting('request.jwt.claims')::jsonb,
  '{"sub": "5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10", "role": "authenticated"}', 'the claims name the account'
);
select is(
  jsonb_array_length(private.call_as(null, 'catalogue_page', '{"page_size": "15"}')::jsonb -> 'products'),
  12, 'no account gets a visitor''s preview'
);
select is(current_user::text, 'anon', 'a visitor''s call runs as anon');
select throws_ok(
  $$ insert into public.themes (name) values ('Written') $$, '25006', null, 'a call may not write'
);
reset role;
select is(
  private.call_as(
    null, 'catalogue_page',
    '{"industry": "a", "category": "b", "subcategory": "c", "budget": "d", "theme": "e", "doctor_type": "f"}'
  ),
  public.catalogue_page('a', 'b', 'c', 'd', 'e', 'f')::text, 'the response is that of the public function'
);
reset role;
select ok(
  private.call_as(null, 'catalogue_filters', '{}')::jsonb ? 'industries', 'the filters can be called, too'
);
reset role;
select is(
  private.call_as('5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'product_page', '{"product": "00000000000000000000000000000907"}')::json ->> 'name',
  'Last', 'a product''s page can be called'
);
reset role;
select is(private.call_as(null, 'product_page', '{"product": "00000000000000000000000000000907"}'), 'null', 'for a visitor as for one');
reset role;
select is(private.call_as(null, 'count_leads', '{}'), null, 'no other function can be called');
reset role;

-- A page.
select is(
  private.call_as(
    '5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'catalogue_page', '{"category": "Odd", "page_size": "3"}'
  )::jsonb,
  (
    select jsonb_build_object('total', 3, 'next', null, 'products', jsonb_agg(jsonb_build_object(
      'id', id, 'name', name, 'budget', budget, 'image_url', image_url, 'image_widths', image_widths, 'image_colour', image_colour,
      'video_url', video_url, 'key', (select key from keys where keys.id = products.id),
      'themes', case name when 'Pictured' then '["A \\ back", "b", "b \"quoted\""]' else '[]' end::jsonb
    ) order by created_at desc, id))
    from public.products where category_id = tests.id(901)
  ),
  'a page has every column that a card shows, and its themes by name'
);
reset role;
select is(
  private.call_as(
    '5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'catalogue_page', '{"category": "Odd", "page_size": "1"}'
  )::jsonb,
  (
    select jsonb_build_object('total', 3, 'next', '3.' || (extract(epoch from created_at) * 1000000)::bigint || '.' || id, 'products', array[
      jsonb_build_object(
        'id', id, 'name', name, 'budget', budget, 'image_url', image_url, 'image_widths', image_widths, 'image_colour', image_colour,
        'video_url', video_url, 'key', (select key from keys where keys.id = products.id), 'themes', '["A \\ back", "b", "b \"quoted\""]'::jsonb
      )
    ])
    from public.products where id = tests.id(906)
  ),
  'and the cursor of the next page, if there is one'
);
reset role;
select is(
  private.call_as('5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'catalogue_page', '{"category": "None"}')::jsonb,
  '{"next": null, "total": 0, "products": []}', 'and nothing where nothing is found'
);
reset role;
select is_empty(
  $$
    select role from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_function_privilege(role, 'private.call_as(uuid, text, jsonb)', 'execute')
  $$,
  'no role of the API may call it'
);

select * from finish();
rollback;
