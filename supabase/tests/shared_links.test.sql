-- What the keys of shared links open, and attempts to open more.
begin;
select no_plan();
select tests.set_up();

-- Another product beyond the preview.
insert into public.products (id, name, is_sample, created_at) values (tests.id(60), 'Brass lamp', true, timestamptz '2020-01-01Z');
-- Twelve newer products are a visitor's preview, so that those of the set-up are beyond it.
insert into public.products (id, name, is_sample, created_at)
select (lpad(to_hex(number), 12, '0') || '4000800000000000000f')::uuid, 'Gift ' || number, true, timestamptz '2126-02-01Z' + number * interval '1 day'
from generate_series(100, 111) as number;
create temporary table secret as
select product.id, private.share_key(product.id) as now, private.share_key(product.id, 2) as oldest,
  private.share_key(product.id, 3) as expired, private.share_key(product.id, -1) as early
from public.products as product;
grant select on secret to anon, authenticated;
create function pg_temp.key(number integer) returns text language sql as $$
  select now from secret where id = tests.id(number)
$$;
create function pg_temp.opened(items jsonb) returns text[] language sql as $$
  select coalesce(array_agg(product ->> 'name'), '{}') from json_array_elements(public.shared_products(items)) as product
$$;
create function pg_temp.item(id uuid, key text) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('id', id, 'key', key))
$$;
create function pg_temp.page(id uuid, key text) returns json language sql as $$
  select public.product_page(replace(id::text, '-', ''), '{}', key)
$$;

select ok(bool_and(now ~ '^[A-Za-z0-9_-]{22}$') and count(distinct now) = count(*), 'each product has a key of 22 characters of its own') from secret;

select tests.act_as('customer');
select is(public.product_page('00000000000000000000000000000016') ->> 'key', pg_temp.key(16), 'a customer gets the key of a product with its page');
select is(pg_temp.opened(pg_temp.item(tests.id(16), null)), array['Desk lamp'], 'and needs none');
select is(
  public.shared_products(pg_temp.item(tests.id(16), (select oldest from secret where id = tests.id(16)))) -> 0 ->> 'key',
  pg_temp.key(16), 'an old one is renewed for an account'
);

select tests.act_as('anonymous');
select is(pg_temp.page(tests.id(16), null)::text, null, 'a visitor sees no product beyond the preview without a key');
select is(pg_temp.opened(pg_temp.item(tests.id(16), pg_temp.key(16))), array['Desk lamp'], 'with its key it is open');
select is(pg_temp.page(tests.id(16), pg_temp.key(16)) ->> 'name', 'Desk lamp', 'its page, too');
select is(pg_temp.page(tests.id(16), pg_temp.key(16)) ->> 'similar', '[]', 'with nothing similar');
select is(public.shared_products(pg_temp.item(tests.id(16), pg_temp.key(16))) -> 0 ->> 'similar', null, 'nor in a list');
select is(
  array[
    pg_temp.page(tests.id(16), oldest) ->> 'key', public.shared_products(pg_temp.item(tests.id(16), oldest)) -> 0 ->> 'key'
  ],
  array[oldest, oldest], 'a key works in the two periods after its own, and is not renewed'
) from secret where id = tests.id(16);
select is(
  array[pg_temp.page(tests.id(16), key)::text, pg_temp.opened(pg_temp.item(tests.id(16), key))::text],
  array[null, '{}'], 'nothing is opened by ' || attempt
)
from secret cross join lateral (values
  ('an expired key', expired), ('one of the next period', early), ('the key of another product', pg_temp.key(60)),
  ('no key', null), ('an empty one', ''), ('a part of it', left(now, 21)), ('a longer one', now || 'A'),
  ('one in other case', translate(now, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')),
  ('a pattern', '%'), ('the product''s id', id::text)
) as attempts (attempt, key)
where id = tests.id(16);
select is(
  array[pg_temp.page(tests.id(999), pg_temp.key(16))::text, pg_temp.opened(pg_temp.item(tests.id(999), pg_temp.key(16)))::text],
  array[null, '{}'], 'an unknown product gets the same answer'
);
select is(pg_temp.page(tests.id(60), pg_temp.key(16))::text, null, 'a key opens no neighbour');
select is(
  (select count(*)::integer from json_array_elements(public.catalogue_page() -> 'products')), 12,
  'the catalogue has the twelve of the preview as before'
);
select is(
  pg_temp.opened(jsonb_build_array(
    jsonb_build_object('id', tests.id(60), 'key', pg_temp.key(60)), null, 7, 'x', jsonb_build_object('id', 'x),id.gt.(0', 'key', pg_temp.key(16)),
    jsonb_build_object('id', jsonb_build_array(tests.id(16)), 'key', pg_temp.key(16)), jsonb_build_object('id', tests.id(16), 'key', pg_temp.key(16))
  )),
  array['Brass lamp', 'Desk lamp'], 'of a list the right ones are open, in its order'
);
select throws_ok(
  format('select public.shared_products((select jsonb_agg(%L::jsonb) from generate_series(1, 51)))', pg_temp.item(tests.id(16), pg_temp.key(16)) -> 0),
  '22023', null, 'a list of 51 is refused'
);
select throws_ok(format('select public.shared_products(%L)', value), '22023', null, value || ' is no list')
from unnest(array['{}', 'null', '7', '"x"']) as value;
select throws_ok('select private.share_key(tests.id(16))', '42501', null, 'a visitor makes no key');
select throws_ok('select value from private.settings', '42501', null, 'and reads no secret');
select tests.act_as('administrator');
select throws_ok('select private.share_key(tests.id(16))', '42501', null, 'an administrator makes none either');

select tests.act_as('owner');
update public.products set is_sample = false where id = tests.id(16);
select tests.act_as('anonymous');
select is(
  array[pg_temp.page(tests.id(16), pg_temp.key(16))::text, pg_temp.opened(pg_temp.item(tests.id(16), pg_temp.key(16)))::text],
  array[null, '{}'], 'a product that became a draft is closed'
);
select tests.act_as('owner');
update private.settings set value = repeat('00', 64) where name = 'share_inner_block';
update public.products set is_sample = true where id = tests.id(16);
select tests.act_as('anonymous');
select is(pg_temp.page(tests.id(16), pg_temp.key(16))::text, null, 'a new secret ends all links');

select * from finish();
rollback;
