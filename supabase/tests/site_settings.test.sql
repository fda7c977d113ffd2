-- The settings of the site: one row, a public part, and rules on every value.
begin;
select no_plan();
select tests.set_up();

-- What everyone reads, and what only administrators do
select tests.act_as('administrator');
update public.site_settings set
  name = ' Meridian Gifts ', footer_tagline = '', colour_primary = '#123A6B', whatsapp_number = '+91 98765-43210',
  notice_emails = array[' sales@meridian.example', ''], sender_email = 'post@meridian.example', privacy_text = ' We store little. ';
select tests.act_as('anonymous');
select is(
  public.site_details() - array['own_products', 'sells_pharma'],
  '{"name": "Meridian Gifts", "colour_primary": "#123a6b", "whatsapp_number": "+919876543210"}',
  'a visitor reads what is set of what pages show, and no address for notices or of the sender'
);
select is(public.privacy_text(), 'We store little.', 'the text about privacy is read by itself');
select tests.act_as('administrator');
update public.site_settings set pharma_hints = false;
select tests.act_as('anonymous');
select is(public.site_details() -> 'pharma_hints', 'false', 'hints that are off are said to be off');
select tests.act_as('administrator');
update public.site_settings set pharma_hints = true;
select tests.act_as('anonymous');
select ok(not public.site_details() ? 'pharma_hints', 'those that are on are not spoken of');
select tests.act_as('customer');
select is_empty('select from public.site_settings', 'a customer reads no row');
select tests.act_as('administrator');
select results_eq(
  'select name, footer_tagline, notice_emails, version from public.site_settings',
  $$ values ('Meridian Gifts', null::text, array['sales@meridian.example'], 4) $$,
  'an administrator reads the row as it was tidied, its version counted up'
);
update public.site_settings set notice_emails = '{}';
select is((select notice_emails from public.site_settings), null, 'no address is none');

-- What the website claims of itself
update public.site_settings set claimed_answer = ' two days ', claimed_members = '';
select tests.act_as('anonymous');
select is(public.site_details() - 'own_products' ->> 'claimed_answer', 'two days', 'a visitor reads what the owner claims');
select ok(not public.site_details() ? 'claimed_members', 'and not what is not claimed');
select tests.act_as('owner');
delete from public.products;
select tests.act_as('anonymous');
select is(public.site_details() -> 'own_products', '0', 'the products of a catalogue without the demo are counted');
select tests.act_as('owner');
insert into public.products (name, is_sample) values ('Own', true), ('Draft', false);
select tests.act_as('anonymous');
select is(public.site_details() -> 'own_products', '1', 'as many as visitors may see');
select ok(not public.site_details() ? 'sells_pharma', 'none of them is for the pharmaceutical industry');
select tests.act_as('owner');
insert into public.product_industry_tags select product.id, tests.id(12) from public.products as product where name = 'Draft';
select tests.act_as('anonymous');
select ok(not public.site_details() ? 'sells_pharma', 'a draft is not shown');
select tests.act_as('owner');
insert into public.product_industry_tags select product.id, tests.id(12) from public.products as product where name = 'Own';
select tests.act_as('anonymous');
select is(public.site_details() -> 'sells_pharma', 'true', 'a product that visitors see is');
select tests.act_as('owner');
delete from public.product_industry_tags;
insert into public.products (id, name) values ('7d4c1f3e-1b2a-5c3d-8e4f-0123456789ab', 'Demo');
select private.store_demo_records();
select tests.act_as('anonymous');
select ok(not public.site_details() ? 'own_products', 'and none while one of the demo is there');
select tests.act_as('administrator');

select throws_ok(
  $$ insert into public.site_settings (id, name) values (tests.id(5), 'Second') $$, '23514', null, 'there is no second row'
);

-- The page of terms, with the day of the last change of its text
update public.site_settings set terms = ' Pay *first*. ', terms_changed_on = '2020-01-01';
select tests.act_as('anonymous');
select is(public.terms_text(), 'Pay *first*.', 'everyone reads the terms');
select is(
  public.site_details() ->> 'terms_changed_on', (now() at time zone 'Asia/Kolkata')::date::text,
  'and when they changed, which no one sets by hand'
);
select tests.act_as('owner');
alter table public.site_settings disable trigger normalize_settings;
update public.site_settings set terms_changed_on = '2026-01-31' where true;
alter table public.site_settings enable trigger normalize_settings;
select tests.act_as('administrator');
update public.site_settings set name = 'Meridian', terms = 'Pay *first*.';
select is((select terms_changed_on from public.site_settings), '2026-01-31', 'a change of other settings is none of the terms');
update public.site_settings set terms = '';
select tests.act_as('anonymous');
select is(public.terms_text(), null, 'terms that are emptied are gone');
select ok(not public.site_details() ? 'terms_changed_on', 'and no page links to them');
select tests.act_as('customer');
update public.site_settings set terms = 'Mine', hero_headline = 'Mine' where true;
select is(public.terms_text(), null, 'no one but an administrator writes them');
select tests.act_as('administrator');

-- Headline, text and second telephone number
update public.site_settings set
  hero_headline = ' Gifts that arrive ', hero_text = '', second_phone = ' +91 98765 43210 ', second_phone_label = 'Orders', hero_image_alt = 'No picture';
select tests.act_as('anonymous');
select is(
  public.site_details() - 'own_products' - 'claimed_answer' - array['name', 'colour_primary', 'whatsapp_number'],
  '{"hero_headline": "Gifts that arrive", "second_phone": "+91 98765 43210", "second_phone_label": "Orders"}',
  'a visitor reads headline and second number, and no text about a picture that is not there'
);
select tests.act_as('administrator');

delete from public.site_settings where true;
select is(public.site_details(), '{}', 'without a row nothing is set');
select is(public.privacy_text(), null, 'and there is no text about privacy');
select is(public.terms_text(), null, 'nor are there terms');
select lives_ok($$ insert into public.site_settings (name) values ('Again') $$, 'a row can be made again');

-- Rules on values
select tests.act_as('owner');
select is(
  tests.stopped_by(format('update public.site_settings set %I = %L', attribute, value)),
  case when rule is not null then format('site_settings_%s_%s', attribute, rule) end,
  format('%s %s be %s', attribute, case when rule is null then 'may' else 'may not' end, coalesce(left(value, 40), 'missing'))
)
from (values
  ('name', null, null), ('name', repeat('ä', 60), null), ('name', repeat('ä', 61), 'length'),
  ('footer_tagline', repeat('ä', 160), null), ('footer_tagline', repeat('ä', 161), 'length'),
  ('logo_url', 'https://example.com/logo.svg', null),
  ('logo_url', '/storage/v1/object/public/product-images/12.png', null),
  ('logo_url', 'javascript:alert(1)', 'form'), ('logo_url', '/admin', 'form'),
  ('logo_dark_url', 'https://example.com/logo.svg', null), ('logo_dark_url', 'javascript:alert(1)', 'form'),
  ('icon_url', '/storage/v1/object/public/product-images/12.png', null), ('icon_url', 'https://example.com/icon.png', 'form'),
  ('colour_scheme', 'light', null), ('colour_scheme', null, null), ('colour_scheme', 'dark', 'known'),
  ('colour_primary', '#0B3D2E', null), ('colour_primary', 'green', 'form'), ('colour_primary', '#fff', 'form'),
  ('colour_accent', '#ffd700', null), ('colour_accent', '#123', 'form'),
  ('contact_email', 'sales@meridian.example', null), ('contact_email', 'sales at meridian', 'form'),
  ('contact_phone', '+91 (22) 2345-6789', null), ('contact_phone', 'call us', 'form'), ('contact_phone', '--', 'form'),
  ('contact_phone', repeat('1', 51), 'length'),
  ('contact_address', repeat('ä', 401), 'length'),
  ('whatsapp_number', '+91 98765 43210', null), ('whatsapp_number', '98765 43210', 'form'), ('whatsapp_number', '+0123456789', 'form'),
  ('whatsapp_number', '+12345678901234567', 'form'),
  ('notice_emails', '{a@b.example,c@d.example}', null), ('notice_emails', '{a@b.example,nobody}', 'form'),
  ('notice_emails', format('{%s}', (select string_agg(n || '@b.example', ',') from generate_series(1, 10) as n)), null),
  ('notice_emails', format('{%s}', (select string_agg(n || '@b.example', ',') from generate_series(1, 11) as n)), 'form'),
  ('sender_email', 'post@meridian.example', null), ('sender_email', 'Post <post@meridian.example>', 'form'),
  ('privacy_text', repeat('ä', 20000), null), ('privacy_text', repeat('ä', 20001), 'length'),
  ('terms', repeat('ä', 20000), null), ('terms', repeat('ä', 20001), 'length'),
  ('hero_headline', repeat('ä', 60), null), ('hero_headline', repeat('ä', 61), 'length'),
  ('hero_text', repeat('ä', 160), null), ('hero_text', repeat('ä', 161), 'length'),
  ('hero_image_url', 'https://example.com/hero.jpg', 'form'), ('hero_image_url', 'javascript:alert(1)', 'form'),
  ('second_phone', '+91 (22) 2345-6789', null), ('second_phone', 'call us', 'form'), ('second_phone', '--', 'form'),
  ('second_phone', repeat('1', 51), 'length'),
  ('second_phone_label', repeat('ä', 40), null), ('second_phone_label', repeat('ä', 41), 'length')
) as cases (attribute, value, rule);

-- Its logo is an image that is in use.
select tests.act_as('administrator');
update public.site_settings set logo_url = '/storage/v1/object/public/product-images/77.webp' where true;
select tests.act_as('owner');
insert into storage.objects (bucket_id, name, created_at) values ('product-images', '77.webp', now() - interval '2 days');
select tests.act_as('administrator');
select is('77.webp' = any (public.unused_product_images()), false, 'the image of the logo is not unused');
update public.site_settings set logo_url = null where true;
select tests.act_as('owner');
select is((select count(*) from private.released_images where name = '77.webp'), 1::bigint, 'and is released when another takes its place');


-- So is the icon.
select tests.act_as('owner');
insert into storage.objects (bucket_id, name, created_at) values ('product-images', '76.png', now() - interval '2 days');
select tests.act_as('administrator');
update public.site_settings set icon_url = 'https://gifts.example/storage/v1/object/public/product-images/76.png' where true;
select is(
  public.site_details() ->> 'icon_url', '/storage/v1/object/public/product-images/76.png', 'everyone reads the icon, at whatever address the site is'
);
select is('76.png' = any (public.unused_product_images()), false, 'the icon is not unused');
update public.site_settings set icon_url = null where true;
select tests.act_as('owner');
select is((select count(*) from private.released_images where name = '76.png'), 1::bigint, 'and is released when another takes its place');

-- So is the picture of the home page, with its sizes.
select tests.act_as('administrator');
select throws_ok(
  $$ update public.site_settings set hero_image_url = '/storage/v1/object/public/product-images/78.webp' where true $$,
  '23514', 'The picture has been removed in the meantime: choose it again', 'a picture that is not stored is refused'
);
select tests.act_as('owner');
insert into storage.objects (bucket_id, name, created_at)
select 'product-images', name, now() - interval '2 days' from unnest('{78.webp,78-480.webp}'::text[]) as name;
select tests.act_as('administrator');
select throws_ok(
  $$ update public.site_settings set hero_image_url = '/storage/v1/object/public/product-images/78.webp' where true $$,
  '23514', 'The picture has been removed in the meantime: choose it again', 'and so is one without the size for wide screens'
);
select tests.act_as('owner');
insert into storage.objects (bucket_id, name, created_at) values ('product-images', '78-960.webp', now() - interval '2 days');
select tests.act_as('administrator');
select throws_ok(
  $$ update public.site_settings set hero_image_url = '/storage/v1/object/public/product-images/78-480.webp' where true $$,
  '23514', null, 'a size of a picture is none'
);
update public.site_settings set
  hero_image_url = 'https://gifts.example/storage/v1/object/public/product-images/78.webp', hero_image_alt = 'Boxes' where true;
select is(
  public.site_details() -> 'hero_image_url', '"/storage/v1/object/public/product-images/78.webp"',
  'its address is stored without the host'
);
select is(
  array(select unnest(public.unused_product_images()) intersect select unnest('{78.webp,78-480.webp,78-960.webp}'::text[])), '{}',
  'the picture of the home page and its sizes are not unused'
);
update public.site_settings set hero_image_url = null where true;
select is((select hero_image_alt from public.site_settings), null, 'the text about a picture goes with it');
select tests.act_as('owner');
select is((select count(*) from private.released_images where name = '78.webp'), 1::bigint, 'which is then released');

select * from finish();
rollback;
