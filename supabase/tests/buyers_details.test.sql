-- What a buyer gives on the page of a quotation: details and purchase orders, their limits, readers, copy and erasure (product.md,
-- section 2, A quotation's page, and section 10).
begin;
select no_plan();
select tests.set_up();
delete from public.buyer_details;
delete from private.purchase_orders;
delete from public.outbox;

-- Calls as an actor, and gives the answer, or the code and the sentence that refuses; back to the owner.
create function pg_temp.call(statement text, actor text default 'anonymous') returns text language plpgsql as $$
declare
  answer text;
begin
  perform tests.act_as(actor);
  execute 'select ' || statement into answer;
  perform tests.act_as('owner');
  return coalesce(answer, '');
exception when others then
  return sqlstate || ' ' || sqlerrm;
end
$$;
create function pg_temp.save(gstin text default null, address text default null, places text default '[]', token text default repeat('0', 30) || '42') returns text language sql as $$
  select pg_temp.call(format('public.save_buyer_details(%L, %L, %L, %L)', token, coalesce(gstin, ''), coalesce(address, ''), places))
$$;
create function pg_temp.attach(content bytea, name text default 'PO.pdf', token text default repeat('0', 30) || '42') returns text language sql as $$
  select pg_temp.call(format('public.attach_purchase_order(%L, %L, %L)', token, name, encode(content, 'base64')))
$$;
create function pg_temp.open() returns jsonb language sql as $$ select pg_temp.call(format('public.open_quotation(%L)', repeat('0', 30) || '42'))::jsonb $$;
create function pg_temp.state(text) returns void language sql as $$ update public.quotations set state = $1 where id = tests.id(42) $$;

-- Details
select is(pg_temp.open() -> 'details', 'null', 'a buyer has given nothing at first');
select is(pg_temp.save(gstin, null), '', format('%s is accepted', gstin)) from unnest(array[
  ' 29aapfu 0939f1zr ', '0717USA12345NF9', '9917USA12345OSJ', null
]) as gstin where gstin is null or private.gstin_kind(upper(regexp_replace(gstin, '\s', '', 'g'))) is not null;
select is(pg_temp.save(gstin), '22023 Check your GSTIN, like 27AAPFU0939F1ZV', format('%s is no GSTIN', gstin)) from unnest(array['29AAPFU0939F1ZV', 'ABC', repeat('1', 15)]) as gstin;
select is(
  pg_temp.save('29AAPFU0939F1ZR', ' 1 Ring Road ', '[{"address": "2 Market Street", "pin_code": "560 001", "quantity": 60}, {"address": "Dubai", "pin_code": "", "quantity": 40, "other": 1}]'), '',
  'GSTIN, address and places are stored'
);
select is((pg_temp.open() -> 'details') - 'given_at', '{
  "gstin": "29AAPFU0939F1ZR", "billing_address": "1 Ring Road",
  "delivery_places": [{"address": "2 Market Street", "pin_code": "560001", "quantity": 60}, {"address": "Dubai", "pin_code": null, "quantity": 40}]
}', 'trimmed, and the page shows them');
select is(
  (select value ->> 'text' from public.quotation_events where kind = 'details' order by number desc limit 1),
  E'GSTIN 29AAPFU0939F1ZR\nBilling address: 1 Ring Road\nDelivery: 100 gifts to 2 places', 'the history has them, and of the places, which may be homes, their number'
);
select is((select max(recipient) from public.outbox where kind = 'quotation_notice'), 'sales@example.com', 'and the seller gets an e-mail');
alter table public.quotation_versions disable trigger keep_what_was_sent;
update public.quotation_versions set frozen = frozen || '{"place": {"state": "27", "tax": "cgst_sgst", "why": "delivery"}}' where id = tests.id(43);
alter table public.quotation_versions enable trigger keep_what_was_sent;
create temporary table frozen_before as select to_jsonb(version) as version from public.quotation_versions as version where id = tests.id(43);
select pg_temp.save('29AAPFU0939F1ZR', '2 Ring Road');
select ok(
  (select value ->> 'text' from public.quotation_events where kind = 'details' order by number desc limit 1) like '%This GSTIN is of Karnataka, and the place of supply is Maharashtra.%',
  'a GSTIN of another state is told to the staff'
);
select is((select to_jsonb(version) from public.quotation_versions as version where id = tests.id(43)), (select version from frozen_before), 'and changes nothing that was sent');
select is(pg_temp.save(null, null, places), '22023 ' || refusal, format('refused: %s', places)) from (values
  ('{}', 'You can enter at most 20 delivery places'), ((select jsonb_agg('{"address": "A", "quantity": 1}'::jsonb)::text from generate_series(1, 21)), 'You can enter at most 20 delivery places'),
  ('[{"address": "", "quantity": 1}]', 'Delivery place 1: Address is missing'), ('[{"address": "A"}]', 'A delivery place has a quantity of at least 1'),
  ('[{"address": "A", "quantity": 0}]', 'A delivery place has a quantity of at least 1'), ('[{"address": "A", "pin_code": "56001", "quantity": 1}]', 'A PIN code has six digits'),
  ('[{"address": "A", "quantity": 60}, {"address": "B", "quantity": 41}]', 'The delivery places have 101 gifts, and the quotation has at most 100')
) as cases (places, refusal);
select is(left(pg_temp.call(format('public.save_buyer_details(%L%s)', repeat('0', 30) || '42', half)), 5), '22023', format('half of what is given is refused: %s', half)) from unnest(array[
  '', ', gstin => '''', billing_address => ''A''', ', gstin => '''', delivery_places => ''[]''', ', billing_address => ''A'', delivery_places => ''[]'''
]) as half;
select is(left(pg_temp.save(null, repeat('a', 401)), 5), '22023', 'a billing address has at most 400 characters');
select is(left(pg_temp.save(null, 'A', token => token), 5), code, format('%s gives nothing', token)) from (values
  (repeat('0', 30) || '43', '42501'), (repeat('0', 32), 'PT404')
) as cases (token, code);
select is(pg_temp.call(format('public.open_quotation(%L)', repeat('0', 30) || '43'))::jsonb - array['details', 'purchase_orders'], pg_temp.call(format('public.open_quotation(%L)', repeat('0', 30) || '43'))::jsonb, 'a colleague reads none of it');

-- More than is accepted
update public.buyer_details set delivery_places = '[{"address": "A", "quantity": 101}]';
select is(
  pg_temp.call(format('public.accept_quotation(%L, ''{}'', 2360000, ''Asha'', ''Buyer'')', repeat('0', 30) || '42')),
  '22023 Your delivery places have 101 gifts, more than this choice. Correct “Your details” first.', 'no more is delivered than is accepted'
);

-- Purchase orders
select is(pg_temp.attach(content), '22023 A purchase order is a PDF, PNG, JPEG or WebP file', format('refused: %s', left(content::text, 20)))
from unnest(array['PK\003\004', 'MZ', '<html>', '', 'RIFF0000WAVE']::bytea[]) as content;
select is(left(pg_temp.call(format('public.attach_purchase_order(%L, ''A'', ''%%'')', repeat('0', 30) || '42')), 5), '22023', 'what is no base64 is refused');
select is(left(pg_temp.attach(convert_to('%PDF-' || repeat('x', 10 * 1024 * 1024), 'UTF8')), 50), '22023 A purchase order may have at most 10 MB', 'and what is larger than 10 MB');
select is(pg_temp.attach('%PDF-1', E'../po\u202e<b>.exe'), '', 'a PDF is attached') from generate_series(1, 2);
select is(pg_temp.attach('RIFF0000WEBPVP8 ', 'scan'), '', 'and a picture');
select is(
  (select jsonb_agg(file - array['id', 'given_at']) from jsonb_array_elements(pg_temp.open() -> 'purchase_orders') as file),
  '[{"name": ".. po b.pdf", "size": 6}, {"name": "scan.webp", "size": 16}]', 'once, with the ending of what it is'
);
select is(pg_temp.attach('%PDF-3'), '', 'a third one');
select is(pg_temp.attach('%PDF-4'), '22023 A quotation may have at most three files, with 20 MB together. Remove one, or write to us.', 'and no fourth one');
create function pg_temp.file(text) returns text language sql as $$ select id::text from private.purchase_orders where name = $1 $$;
create function pg_temp.read(token text, actor text default 'anonymous', name text default 'scan.webp') returns text language sql as $$
  select pg_temp.call(format('public.purchase_order_file(%L, %L)', pg_temp.file(name), token), actor)
$$;
select is(pg_temp.read(repeat('0', 30) || '42')::jsonb, '{"name": "scan.webp", "type": "image/webp", "content": "UklGRjAwMDBXRUJQVlA4IA=="}', 'its buyer reads it by the link');
select is(pg_temp.read(null, 'sales')::jsonb ->> 'name', 'scan.webp', 'and staff do');
select is(left(pg_temp.read(null, actor), 5), '42501', 'no file without a link for the ' || actor) from unnest(array['anonymous', 'customer']) as actor;
select is(left(pg_temp.read(repeat('0', 30) || '43'), 5), '42501', 'nor by a colleague''s');
insert into private.purchase_orders (quotation_id, name, content) values (tests.id(44), 'Other.pdf', '%PDF-9');
select is(left(pg_temp.read(repeat('0', 30) || '42', 'anonymous', 'Other.pdf'), 5), 'PT404', 'nor that of another quotation');
select throws_ok(format('select tests.act_as(%L); select content from private.purchase_orders', actor), '42501', null, 'no table is read by the ' || actor) from unnest(array['anonymous', 'customer', 'sales']) as actor;
select tests.act_as('owner');
select is(pg_temp.call(format('public.remove_purchase_order(%L, %L)', repeat('0', 30) || '42', pg_temp.file('PO.pdf'))), '', 'a file is removed');
select is(pg_temp.call(format('public.remove_purchase_order(%L, %L)', repeat('0', 30) || '42', pg_temp.file('Other.pdf'))), '', 'of another quotation');
select is((select count(*) from private.purchase_orders), 3::bigint, 'none');
select is(
  (select jsonb_agg(value - 'by' order by number) from public.quotation_events where kind = 'purchase_order'),
  '[{"text": ".. po b.pdf"}, {"text": "scan.webp"}, {"text": "PO.pdf"}, {"text": "PO.pdf", "removed": "yes"}]', 'the history has what was attached and removed'
);
insert into public.quotation_events (quotation_id, version_id, kind, actor_name, value)
select tests.id(42), tests.id(43), 'purchase_order', 'Asha', '{"by": "buyer"}' from generate_series(5, 20);
select is(left(pg_temp.attach('%PDF-5'), 5), 'PT429', 'a day has at most twenty files');
delete from public.quotation_events where kind = 'purchase_order' and not value ? 'text';

-- By state
select pg_temp.state('accepted');
select is(left(pg_temp.save(null, 'A'), 5), 'PT409', 'details stay after the acceptance');
select is(left(pg_temp.call(format('public.remove_purchase_order(%L, %L)', repeat('0', 30) || '42', pg_temp.file('scan.webp'))), 5), 'PT409', 'and so do files');
select is(pg_temp.attach('%PDF-6', 'Order'), '', 'but a purchase order may follow it');
select is(pg_temp.open() #>> '{details,billing_address}', '2 Ring Road', 'the page still shows what was given');
select pg_temp.state('withdrawn');
select is(left(pg_temp.read(repeat('0', 30) || '42'), 5), 'PT410', 'a link that shows no quotation shows no file');

-- Copy and erasure
select pg_temp.state('sent');
insert into public.buyer_details (quotation_id, billing_address) values (tests.id(44), '3 Road');
create function pg_temp.copied() returns jsonb language sql as $$
  select jsonb_object_agg(quotation ->> 'number', quotation) from jsonb_array_elements(private.data_of('asha@meridian.example') -> 'quotations') as quotation
$$;
select is(pg_temp.copied() #>> '{GW2627/9001,details,billing_address}', '2 Ring Road', 'the person''s copy has the details');
select is(pg_temp.copied() #>> '{GW2627/9001,purchase_orders,0,name}', '.. po b.pdf', 'and names the files');
select private.erase_address('asha@meridian.example', false, 'the person');
select is_empty('select from public.buyer_details', 'an erasure takes the details');
select results_eq($$ select name from private.purchase_orders $$, $$ values ('Other.pdf') $$, 'and the files of what was not accepted');
update public.quotations set erase_on = private.day_in_india(now()) - 1 where id = tests.id(44);
delete from public.quotations where id = tests.id(44);
select is_empty('select from private.purchase_orders', 'the last ones go with the legal copy');
select * from finish();
rollback;
