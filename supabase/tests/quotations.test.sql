-- Quotations on the seller's side: drafts, sending, every transition, numbers, lists (product.md, section 2, Quotations).
begin;
select no_plan();
select tests.set_up();

create function pg_temp.code_of(statement text, actor text default 'sales') returns text language plpgsql as $$
begin
  perform tests.act_as(actor);
  execute statement;
  perform tests.act_as('owner');
  return null;
exception when others then
  perform tests.act_as('owner');
  return sqlstate || ' ' || sqlerrm;
end
$$;
create temporary table made (name text primary key, id uuid);
grant all on made to authenticated;

-- Drafts
update public.products set min_quantity = 25, code = 'CB-1', image_url = 'https://example.com/1.png' where id = tests.id(15);
update public.product_terms set hsn = '7418', gst_rate = 18, gst_rate_from = (private.day_in_india(now()) + 1) where product_id = tests.id(15);
update public.product_colours set picture_position = 2 where product_id = tests.id(15);
insert into public.lead_items (lead_id, position, product_id, name, quantity, note, colours) values
  (tests.id(18), 2, tests.id(15), 'Copper bottle', 500, 'Logo', '[{"name": "Red", "quantity": 300}, {"name": "Navy", "quantity": 200}]'),
  (tests.id(18), 3, null, 'A gone gift', null, null, '[{"name": "Red"}, {"name": "Navy"}]');
update public.leads set delivery_city = 'Pune', needed_by = '2027-01-31' where id = tests.id(18);
insert into public.seller_profile (legal_name, state, terms, valid_days) values ('Meridian Gifts', '27', 'Half in advance', 10);
select tests.act_as('sales');
insert into made select 'draft', public.draft_quotation(tests.id(18));
select tests.act_as('owner');
create temporary view draft as select version.* from public.quotation_versions as version join made on quotation_id = made.id where made.name = 'draft';
select is(
  (select content -> 'buyer' from draft), '{
    "name": "Asha Rao", "company": "Meridian", "email": "asha@meridian.example", "phone": "+91 98 1234", "gstin": null, "billing_address": null,
    "billing_state": null, "delivery_address": null, "delivery_state": null, "is_sez": false, "place": null, "place_reason": null,
    "delivery_city": "Pune", "needed_by": "2027-01-31"
  }'::jsonb, 'a draft has the buyer of its lead, the city and the day'
);
select results_eq(
  $$
    select line ->> 'name', line ->> 'colour', line ->> 'note', line ->> 'hsn', line ->> 'gst_rate', line ->> 'code', line ->> 'image_url', line -> 'quantities'
    from draft, jsonb_array_elements(content -> 'lines') as line
  $$,
  $$ values
    ('Copper bottle', null, null, '7418', null, 'CB-1', 'https://example.com/1.png', '[{"quantity": 400, "price_paise": null}]'::jsonb),
    ('Copper bottle', 'Red', 'Logo', '7418', null, 'CB-1', 'https://example.com/2.png', '[{"quantity": 300, "price_paise": null}]'),
    ('Copper bottle', 'Navy', 'Logo', '7418', null, 'CB-1', 'https://example.com/1.png', '[{"quantity": 200, "price_paise": null}]'),
    ('A gone gift', 'Red, Navy', null, null, null, null, null, '[{"quantity": 1, "price_paise": null}]')
  $$, 'and its lines without prices, one for each colour of a split line; a rate that begins tomorrow is not known today'
);
select is((select (valid_until - private.day_in_india(now()), content ->> 'terms')::text from draft), '(10,"Half in advance")', 'terms and validity are the profile''s');
select alike(pg_temp.code_of($$ select public.draft_quotation(tests.id(99)) $$), 'PT404 %', 'an unknown lead answers 404');

-- Saving
create function pg_temp.save(change jsonb, saves integer, path text[] default '{}') returns text language sql as $$
  select pg_temp.code_of(format('select public.save_quotation(%L, %L, ''2999-12-31'', %s)', quotation_id,
    case when path = '{}' then content || change else jsonb_set(content, path, change) end, $2))
  from draft
$$;
select is(pg_temp.save('{"message": "  Dear Asha  ", "unknown": 1}', 0), null, 'staff save a draft');
select is((select content ->> 'message' || saves from draft), 'Dear Asha1', 'texts are trimmed, and the saves counted');
select ok((select not content ? 'unknown' from draft), 'and what is not of a quotation is dropped');
select alike(pg_temp.save('{"message": "Other"}', 0), 'PT409 This quotation has changed%', 'another window does not overwrite it');
select is(pg_temp.save('"27AAPFU0939F1ZV"', 1, '{buyer,gstin}'), null, 'a right GSTIN is stored');
select is((select content #>> '{buyer,billing_state}' from draft), '27', 'and decides the state');
select alike(pg_temp.save(change, 2, path), '22023 ' || sentence, 'refused: ' || sentence)
from (values
  ('"27AAPFU0939F1ZX"'::jsonb, '{buyer,gstin}'::text[], 'The buyer: Buyer''s GSTIN is not right%'),
  ('"99"', '{buyer,delivery_state}', 'The buyer: State of the delivery address is the code%'),
  ('"2027-1-1"', '{buyer,needed_by}', 'The buyer: Needed by is a day%'),
  ('7', '{buyer,name}', 'The buyer: Name is a text'),
  ('"x"', '{buyer,email}', 'The buyer: E-mail is an address%'),
  ('null', '{lines,0,name}', 'Line 1: Name is missing'),
  ('"12345"', '{lines,0,hsn}', 'Line 1: HSN has 4, 6 or 8 digits'),
  ('10001', '{lines,1,gst_rate}', 'Line 2: GST rate %'),
  ('"javascript:alert(1)"', '{lines,0,image_url}', 'Line 1: Picture %'),
  ('-1', '{lines,0,quantities,0,price_paise}', 'Line 1: Price %'),
  ('1.5', '{lines,0,quantities,0,price_paise}', 'Line 1: Price %'),
  ('0', '{lines,0,quantities,0,quantity}', 'A line has %'),
  ('[]', '{lines,0,quantities}', 'A line has %'),
  ('{}', '{lines}', 'A quotation has at most 200 lines'),
  ('{"percent": 10001}', '{discount}', 'Discount in hundredths%'),
  ('{"percent": 1, "paise": 1}', '{discount}', 'Discount is %'),
  (to_jsonb(repeat('x', 2001)), '{message}', 'The quotation: Message has at most 2000 characters')
) as wrong (change, path, sentence);
select alike(
  pg_temp.save((select jsonb_agg(content -> 'lines' -> 0) from draft, generate_series(1, 2)), 2, '{lines}'), '22023 Each line%',
  'two lines with one id are refused'
);

select * from finish();
rollback;
