-- Whoever knows by heart whose session lives hears of every change of that; and the server's own way of asking gives no
-- more rights than the asker's.
begin;
select plan(13);

select results_eq(
  $$
    select
      tgrelid::regclass::text collate "default", (tgtype & 1)::integer,
      array(
        select attname::text collate "default" from pg_attribute
        where attrelid = tgrelid and attnum = any (tgattr) order by attname
      ),
      array_remove(array[
        case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 8 > 0 then 'delete' end,
        case when tgtype & 16 > 0 then 'update' end, case when tgtype & 32 > 0 then 'truncate' end
      ], null)
    from pg_trigger where tgname = 'tell_of_account' and tgenabled = 'O' order by tgrelid::regclass::text
  $$,
  $$
    values
      ('auth.sessions', 0, array['id', 'not_after', 'user_id'], array['delete', 'update', 'truncate']),
      ('auth.users', 0, array['banned_until', 'deleted_at', 'id'], array['delete', 'update', 'truncate']),
      ('profiles', 0, array[]::text[], array['insert', 'delete', 'update', 'truncate'])
  $$,
  'sessions, accounts and rights tell of every change that ends what is known'
);

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

select is(
  jsonb_array_length(
    private.answer_to('5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'catalogue_page', '{"page_size": "15"}')::jsonb -> 'products'
  ),
  15, 'an account is answered as a customer'
);
reset role;
select is(
  current_setting('request.jwt.claims')::jsonb,
  '{"sub": "5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10", "role": "authenticated"}', 'and who asks was told to the database'
);
select is(
  jsonb_array_length(private.answer_to(null, 'catalogue_page', '{"page_size": "15"}')::jsonb -> 'products'),
  12, 'nobody in particular is answered as a visitor'
);
select is(current_user::text, 'anon', 'with the rights of a visitor alone');
select throws_ok(
  $$ insert into public.themes (name) values ('Written') $$, '25006', null, 'and without writing anything'
);
reset role;
select is(
  private.answer_to(
    null, 'catalogue_page',
    '{"industry": "a", "category": "b", "subcategory": "c", "budget": "d", "theme": "e", "doctor_type": "f"}'
  ),
  public.catalogue_page('a', 'b', 'c', 'd', 'e', 'f')::text, 'with what the public function answers'
);
reset role;
select ok(
  private.answer_to(null, 'catalogue_filters', '{}')::jsonb ? 'industries', 'the filters are answered too'
);
reset role;
select is(private.answer_to(null, 'count_leads', '{}'), null, 'nothing else is answered');
reset role;

-- The page is put together as text, without jsonb, and is to the letter what jsonb makes of it.
select is(
  private.answer_to(
    '5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'catalogue_page', '{"category": "Odd", "page_size": "3"}'
  ),
  (
    select jsonb_build_object('total', 3, 'next', null, 'products', jsonb_agg(jsonb_build_object(
      'id', id, 'name', name, 'image_url', image_url, 'image_widths', image_widths, 'image_colour', image_colour,
      'video_url', video_url,
      'themes', case name when 'Pictured' then '["A \\ back", "b", "b \"quoted\""]' else '[]' end::jsonb
    ) order by created_at desc, id))
    from public.products where category_id = tests.id(901)
  )::text,
  'a page has every column that a card shows, and its themes by name'
);
reset role;
select is(
  private.answer_to(
    '5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'catalogue_page', '{"category": "Odd", "page_size": "1"}'
  ),
  (
    select jsonb_build_object('total', 3, 'next', (extract(epoch from created_at) * 1000000)::bigint || '.' || id, 'products', array[
      jsonb_build_object(
        'id', id, 'name', name, 'image_url', image_url, 'image_widths', image_widths, 'image_colour', image_colour,
        'video_url', video_url, 'themes', '["A \\ back", "b", "b \"quoted\""]'::jsonb
      )
    ])
    from public.products where id = tests.id(906)
  )::text,
  'and the place to go on from, if there is more'
);
reset role;
select is(
  private.answer_to('5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10', 'catalogue_page', '{"category": "None"}'),
  '{"next": null, "total": 0, "products": []}', 'and nothing where nothing is found'
);
reset role;
select is_empty(
  $$
    select role from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_function_privilege(role, 'private.answer_to(uuid, text, jsonb)', 'execute')
  $$,
  'nobody asks in another’s name by the API'
);

select * from finish();
rollback;
