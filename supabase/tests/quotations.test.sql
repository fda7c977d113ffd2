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
update public.product_colours set picture = 'https://example.com/2.png' where product_id = tests.id(15);
insert into public.lead_items (lead_id, position, product_id, name, quantity, note, colours) values
  (tests.id(18), 2, tests.id(15), 'Copper bottle', 500, 'Logo', '[{"name": "Red", "quantity": 300}, {"name": "Navy", "quantity": 200}]'),
  (tests.id(18), 3, null, 'A gone gift', null, null, '[{"name": "Red"}, {"name": "Navy"}]'),
  (tests.id(18), 4, tests.id(15), 'Copper bottle', 100, null, '[{"name": "Navy"}, {"name": "Red"}]');
update public.leads set delivery_city = 'Pune', needed_by = '2027-01-31' where id = tests.id(18);
update public.seller_profile set terms = 'Half in advance', valid_days = 10, gstin = '27AAPFU0939F1ZV' where true;
-- A lead with an accepted quotation stays won.
update public.quotations set lead_id = null where id = tests.id(44);
select tests.act_as('sales');
insert into made select 'draft', public.draft_quotation(tests.id(18));
select tests.act_as('owner');
create temporary view draft as select version.* from public.quotation_versions as version join made on quotation_id = made.id where made.name = 'draft';
select is(
  (select content -> 'buyer' from draft), '{
    "name": "Asha Rao", "company": "Meridian", "email": "asha@meridian.example", "phone": "+91 98 1234", "gstin": null, "billing_address": null,
    "billing_state": null, "delivery_address": null, "delivery_state": null, "gstin_as_stated": false, "zero_rating": null, "is_sez": false, "is_pharmaceutical": null, "place": null, "place_reason": null,
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
    ('A gone gift', 'Red, Navy', null, null, null, null, null, '[{"quantity": 1, "price_paise": null}]'),
    ('Copper bottle', 'Navy, Red', null, '7418', null, 'CB-1', 'https://example.com/2.png', '[{"quantity": 100, "price_paise": null}]')
  $$, 'and its lines without prices, one for each colour of a split line, and another one in the first colour that has a picture; a rate that begins tomorrow is not known today'
);
select is((select (valid_until - private.day_in_india(now()), content ->> 'terms')::text from draft), '(10,"Half in advance")', 'terms and validity are the profile''s');
select alike(pg_temp.code_of($$ select public.draft_quotation(tests.id(99)) $$), 'PT404 %', 'an unknown lead answers 404');

-- Merged inquiries
delete from public.lead_items where lead_id = tests.id(18) and position = 4;
insert into public.leads (id, name, company, email, phone, message, selected_products, created_at) values
  (tests.id(60), 'Asha Rao', 'Meridian', 'asha@meridian.example', '1', 'Also forty backpacks', '{Backpack}', '2026-11-02T10:00:00Z'),
  (tests.id(61), 'Asha Rao', 'Meridian', 'asha@meridian.example', '1', null, null, '2026-11-01T10:00:00Z');
insert into public.lead_items (lead_id, position, product_id, name, quantity, note) values (tests.id(61), 1, tests.id(15), 'Copper bottle', 7, 'Gold');
select tests.act_as('sales');
select public.handle_lead(tests.id(60), 'merged', tests.id(18)::text);
select public.handle_lead(tests.id(61), 'merged', tests.id(18)::text);
insert into made select 'merged', public.draft_quotation(tests.id(18));
select tests.act_as('owner');
select results_eq(
  $$
    select line ->> 'name', line ->> 'note', line ->> 'code', line #>> '{quantities,0,quantity}'
    from public.quotation_versions, jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    where quotation_id = (select id from made where name = 'merged') and position > 4
  $$,
  $$ values ('Copper bottle', 'Gold', 'CB-1', '7'), ('Backpack', null, null, '1') $$, 'a draft has the lines of merged inquiries, too, the oldest first'
);
select tests.act_as('sales');
create temporary table asked as select public.quotation_details(id)::jsonb -> 'inquiries' as inquiries from made where name = 'merged';
select tests.act_as('owner');
select results_eq(
  $$
    select inquiry ->> 'reference', inquiry ->> 'message', inquiry ->> 'delivery_city', inquiry ->> 'needed_by', inquiry #>> '{lines,0,name}', inquiry #>> '{lines,0,quantity}'
    from asked, jsonb_array_elements(inquiries) as inquiry
  $$,
  $$ values
    ((select reference from public.leads where id = tests.id(18)), null, 'Pune', '2027-01-31', 'Copper bottle', '400'),
    ((select reference from public.leads where id = tests.id(61)), null, null, null, 'Copper bottle', '7'),
    ((select reference from public.leads where id = tests.id(60)), 'Also forty backpacks', null, null, 'Backpack', null)
  $$, 'and staff read what each of them says beside it'
);
select tests.act_as('sales');
select tests.act_as('owner');
delete from public.quotations where id in (select id from made where name = 'merged');
delete from public.leads where id in (tests.id(60), tests.id(61));

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
  (to_jsonb(repeat('9', 41)), '{buyer,gstin}'::text[], 'The buyer: Buyer''s GSTIN may have at most 40 characters'),
  ('"both"', '{buyer,zero_rating}', 'The buyer: Payment of IGST is lut or igst'),
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
  ('100000000001', '{lines,0,quantities,0,price_paise}', 'Line 1: Price is an amount from Rs. 0 to Rs. 100 crore'),
  ('{"paise": 1.5}', '{discount}', 'Discount is an amount from Rs. 0 to Rs. 1000000 crore'),
  ('[{"quantity": 100, "price_paise": 100}, {"quantity": 100, "price_paise": 90}]', '{lines,0,quantities}', 'Copper bottle offers 100 twice'),
  ('0', '{lines,0,quantities,0,quantity}', 'A line needs %'),
  ('[]', '{lines,0,quantities}', 'A line needs %'),
  ('{}', '{lines}', 'A quotation may have at most 200 lines'),
  ('{"percent": 10001}', '{discount}', 'Discount in hundredths%'),
  ('{"percent": 1, "paise": 1}', '{discount}', 'A discount is %'),
  (to_jsonb(repeat('x', 2001)), '{message}', 'The quotation: Message may have at most 2000 characters')
) as wrong (change, path, sentence);
select alike(
  pg_temp.save((select jsonb_agg(content -> 'lines' -> 0) from draft, generate_series(1, 2)), 2, '{lines}'), '22023 Each line%',
  'two lines with one id are refused'
);

-- What blocks sending
create function pg_temp.as_staff(actor text default 'sales') returns void language plpgsql as $$
begin
  perform tests.act_as(actor);
  perform set_config('role', 'none', true);
end
$$;
create function pg_temp.problems(
  change jsonb, path text[], day date default '2027-01-01', actor text default 'sales', more jsonb default '{}'
) returns text language plpgsql as $$
declare
  found text;
begin
  perform pg_temp.as_staff(actor);
  select string_agg(concat_ws(' ', problem ->> 'field', problem ->> 'problem'), '; ') into found
  from public.quotation_versions cross join jsonb_array_elements(private.problems_of_quotation(jsonb_set(content, path, change) || more, '2027-01-01', day)) as problem
  where id = tests.id(41);
  perform tests.act_as('owner');
  return found;
end
$$;
select is(pg_temp.problems('"Nothing"', '{message}'), null, 'a whole quotation may be sent');
select is(pg_temp.problems(change, path), sentence, 'blocked: ' || sentence)
from (values
  ('null'::jsonb, '{lines,0,gst_rate}'::text[], 'gst_rate The GST rate of Copper bottle is not known'),
  ('null', '{lines,0,quantities,0,price_paise}', 'price_paise Copper bottle has no price'),
  ('null', '{lines,0,hsn}', 'hsn Copper bottle needs an HSN of at least 4 digits'),
  ('[]', '{lines}', 'lines A quotation needs at least one line'),
  ('""', '{buyer,email}', 'email The buyer has no e-mail address that can be reached'),
  ('"29"', '{buyer,place}', 'place_reason Another place of supply needs a reason'),
  ('null', '{buyer,delivery_state}', 'place The place of supply is not known: enter the state or PIN code of the delivery, or choose the place of supply; with several delivery places, choose the one that decides'),
  ('"27AAPFU0939F1ZX"', '{buyer,gstin}', 'gstin Check the buyer''s GSTIN, or confirm it as the buyer states it'),
  ('0', '{lines,0,quantities,0,price_paise}', 'total The total is zero')
) as blocked (change, path, sentence);
select is(pg_temp.problems('""', '{message}', '2027-01-02'), 'valid_until Valid until is in the past', 'its last day is the day in India');
update public.seller_profile set discount_limit = 7, min_hsn_digits = 6 where true;
select is(pg_temp.problems('"741810"', '{lines,0,hsn}'), null, 'digits as the profile asks are enough');
select is(pg_temp.problems('{"percent": 700}', '{discount}'), 'hsn Copper bottle needs an HSN of at least 6 digits', 'and fewer are not');
select alike(pg_temp.problems('{"percent": 701}', '{discount}') , '%; discount A discount above 7 % needs an administrator', 'a discount above the limit is not for sales');
select unalike(pg_temp.problems('{"percent": 5000}', '{discount}', '2027-01-01', 'administrator'), '%discount%', 'and an administrator gives more');
create function pg_temp.reason_asked(discount jsonb, prices integer[], actor text default 'sales') returns text language sql as $$
  select pg_temp.problems((
    select jsonb_agg(jsonb_build_object('quantity', 100 * position, 'price_paise', price) order by position)
    from unnest(prices) with ordinality as offered (price, position)
  ), '{lines,0,quantities}', '2027-01-01', actor, jsonb_build_object('discount', discount, 'price_reason', null))
$$;
update public.seller_profile set min_hsn_digits = 4 where true;
select is(
  pg_temp.reason_asked('{"percent": 701}', '{50000}', 'administrator'), 'price_reason More than 7 % off: give a reason for the price',
  'whose reason is asked for'
);
update public.seller_profile set discount_limit = null where true;
select is(pg_temp.reason_asked(discount, prices), sentence, label)
from (values
  ('null'::jsonb, '{24500}'::integer[], null, 'a price at cost needs no reason'),
  ('null', '{24499}', 'price_reason Copper bottle is below its cost: give a reason for the price', 'a price below cost does'),
  ('null', '{24500,24499}', 'price_reason 200 of Copper bottle is below its cost: give a reason for the price', 'so does that of another quantity'),
  ('{"percent": 100}', '{24500}', 'price_reason Copper bottle is below its cost: give a reason for the price', 'and one after a percentage'),
  ('{"paise": 100}', '{24500}', 'price_reason Copper bottle is below its cost: give a reason for the price', 'or an amount'),
  ('null', array[null::integer], 'price_paise Copper bottle has no price', 'a missing price is not below cost')
) as offered (discount, prices, sentence, label);
select is(
  private.cleaned_quotation((select content || '{"price_reason": " End of line "}' from public.quotation_versions where id = tests.id(41))) ->> 'price_reason',
  'End of line', 'the reason is stored with the content'
);
update public.seller_profile set is_composition = true where true;
select is(pg_temp.problems('null', '{lines,0,gst_rate}'), null, 'a seller who shows no tax needs no rate');
update public.seller_profile set is_composition = false, state = null, gstin = null where true;
select alike(pg_temp.problems('""', '{message}'), 'seller The state of the seller is missing%', 'the seller''s state decides the taxes');
update public.seller_profile set state = '27', gstin = '27AAPFU0939F1ZV' where true;

-- Who is supplied, and where
create function pg_temp.place(buyer jsonb, seller jsonb default '{}') returns text language sql as $$
  select concat_ws(' ', place ->> 'state', place ->> 'tax', place ->> 'supply', place ->> 'why', place #>> '{lut,number}')
  from private.place_of_supply('{"gstin": "29AAGCB7383J1Z4", "state": "29", "is_composition": false}'::jsonb || seller, buyer) as place
$$;
select is(pg_temp.place(buyer), answer, format('%s is supplied in: %s', buyer, answer)) from (values
  ('{"delivery_city": "Mumbai"}'::jsonb, ''),
  ('{"delivery_city": "Mumbai", "billing_state": "29"}', ''),
  ('{"delivery_city": "Chennai 600001"}', '33 igst delivery'),
  ('{"delivery_city": "Chennai 600001", "delivery_address": "2 MG Road, Bengaluru"}', ''),
  ('{"delivery_address": "Bengaluru 560001, Chennai"}', ''),
  ('{"delivery_address": "60 to 2 Market Street, 560001\n20 to 5 Baker Street"}', ''),
  ('{"billing_state": "96", "delivery_address": "21 Orchard Road 238823"}', ''),
  ('{"billing_state": "96", "delivery_address": "2 MG Road, Bengaluru 560001"}', '29 cgst_sgst delivery'),
  ('{"delivery_address": "12 MG Road, Bengaluru - 560 001"}', '29 cgst_sgst delivery'),
  ('{"delivery_address": "560001 and 600001"}', ''),
  ('{"delivery_address": "Call 98450 12345 at 605001"}', ''),
  ('{"billing_address": "Leh 194101"}', '38 igst billing'),
  ('{"billing_state": "96"}', ''),
  ('{"billing_state": "96", "delivery_state": "29"}', '29 cgst_sgst delivery'),
  ('{"delivery_state": "96"}', '96 igst export delivery'),
  ('{"place": "96", "billing_address": "1 Baker Street, London"}', '96 igst export chosen'),
  ('{"place": "27"}', '27 igst chosen'),
  ('{"place": "27", "delivery_state": "29"}', '29 cgst_sgst delivery'),
  ('{"place": "27", "delivery_state": "29", "place_reason": "Told"}', '27 igst chosen'),
  ('{"is_sez": true, "delivery_state": "29"}', '29 igst sez delivery'),
  ('{"gstin": "0717UNO00157UNO", "delivery_state": "29"}', '29 cgst_sgst delivery'),
  ('{"gstin": "27AAPFU0939F1ZV", "delivery_state": "29"}', '27 igst gstin'),
  ('{"gstin": "9917SGP29001OST", "delivery_state": "29"}', '29 cgst_sgst delivery')
) as cases (buyer, answer);
select is(pg_temp.place(buyer, '{"lut": {"number": "AD2904", "valid_until": "2027-03-31"}}'), answer, format('under a LUT %s is supplied in: %s', buyer, answer)) from (values
  ('{"is_sez": true, "delivery_state": "29"}'::jsonb, '29 zero sez delivery AD2904'),
  ('{"delivery_state": "96", "zero_rating": "igst"}', '96 igst export delivery'),
  ('{"delivery_state": "96", "zero_rating": "lut"}', '96 zero export delivery AD2904'),
  ('{"delivery_state": "29"}', '29 cgst_sgst delivery')
) as cases (buyer, answer);
select is(private.gstin_kind(gstin), kind, format('%s is of a %s', gstin, coalesce(kind, 'form that is not known'))) from (values
  ('27AAPFU0939F1ZV', 'taxpayer'), ('0717UNO00157UNO', 'uin'), ('9917SGP29001OST', 'online_services'), ('0717DEU00001NR0', 'non_resident'),
  ('29AAGCB7383J1D' || 'D', 'tax_deductor'), ('0717UNO00157UNP', null), ('27AAPFU0939F1Z', null), ('', null), (null, null)
) as cases (gstin, kind);
select is(pg_temp.problems(change, '{buyer}'), sentence, format('blocked: %s', sentence)) from (values
  ('{"email": "a@nova.example", "delivery_state": "27", "place": "96", "place_reason": "Told"}'::jsonb, 'place The goods are delivered in India, so this is no export: choose the state of the delivery'),
  ('{"email": "a@nova.example", "delivery_address": "2 MG Road, Mumbai 400001", "place": "96", "place_reason": "Told"}', 'place The goods are delivered in India, so this is no export: choose the state of the delivery'),
  ('{"email": "a@nova.example", "billing_state": "96", "delivery_address": "Mumbai 400001", "place": "96", "place_reason": "Told"}', 'place The goods are delivered in India, so this is no export: choose the state of the delivery'),
  ('{"email": "a@nova.example", "delivery_state": "96", "zero_rating": "lut"}', 'zero_rating No letter of undertaking is valid today: choose “With payment of IGST”, or enter its number in Site Settings'),
  ('{"email": "a@nova.example", "delivery_state": "96", "zero_rating": "igst"}', null),
  ('{"email": "a@nova.example", "delivery_state": "27", "gstin": "27-OLD-7", "gstin_as_stated": true}', null)
) as cases (change, sentence);
update public.seller_profile set lut_number = 'AD2904', lut_valid_until = '2999-03-31' where true;
select is(pg_temp.problems('{"email": "a@nova.example", "delivery_state": "96", "zero_rating": "lut"}', '{buyer}'), null, 'a valid LUT may be quoted');
update public.seller_profile set lut_valid_until = '2020-03-31' where true;
select alike(pg_temp.problems('{"email": "a@nova.example", "delivery_state": "96", "zero_rating": "lut"}', '{buyer}'), 'zero_rating %', 'one of a year that is over may not');
select throws_ok($$ update public.seller_profile set lut_valid_until = '2027-03-30' where true $$, '23514', null, 'it ends on 31 March');
update public.seller_profile set lut_number = null, lut_valid_until = null where true;

-- Every choice
create function pg_temp.with_lines(lines jsonb, discount jsonb default null) returns jsonb language sql as $$
  select content || jsonb_build_object('discount', discount, 'lines', (
    select jsonb_agg(content -> 'lines' -> 0 || '{"option": null, "product_id": null}' || jsonb_build_object('id', tests.id(300 + position::integer)) || line order by position)
    from jsonb_array_elements(lines) with ordinality as listed (line, position)
  )) from public.quotation_versions where id = tests.id(41)
$$;
create function pg_temp.problems_with(lines jsonb, discount jsonb default null) returns text language plpgsql as $$
declare
  found text;
begin
  perform pg_temp.as_staff();
  select string_agg(concat_ws(' ', problem ->> 'field', problem ->> 'problem'), '; ') into found
  from jsonb_array_elements(private.problems_of_quotation(pg_temp.with_lines(lines, discount), '2027-01-01', '2027-01-01')) as problem;
  perform tests.act_as('owner');
  return found;
end
$$;
select is(pg_temp.problems_with(lines, discount), sentence, coalesce(sentence, format('may be sent: %s', lines))) from (values
  ('[{"name": "Mug", "quantities": [{"quantity": 1000, "price_paise": 10000}, {"quantity": 100, "price_paise": 12000}]}]'::jsonb, '{"paise": 2000000}'::jsonb,
    'discount A discount in rupees is for a quotation without choices: with 100 of Mug it would be 100 %. Enter it in per cent, or as a price at each quantity; total The total is zero with 100 of Mug'),
  ('[{"name": "Mug", "quantities": [{"quantity": 1000, "price_paise": 10000}, {"quantity": 100, "price_paise": 12000}]}]', '{"paise": 60000}',
    'discount A discount in rupees is for a quotation without choices: with 100 of Mug it would be 5 %. Enter it in per cent, or as a price at each quantity'),
  ('[{"name": "Gold", "option": "Box"}, {"name": "Paper", "option": "Box", "quantities": [{"quantity": 1, "price_paise": 0}]}]', null, 'total The total is zero with Paper'),
  ('[{"name": "Free", "quantities": [{"quantity": 1, "price_paise": 0}]}, {"name": "Mug"}]', null, null),
  ('[{"name": "Mug", "quantities": [{"quantity": 5, "price_paise": 1}, {"quantity": 5, "price_paise": 2}]}]', null, 'quantity Mug offers 5 twice; total The total is zero with 5 of Mug')
) as cases (lines, discount, sentence);
select is(
  pg_temp.problems_with((select jsonb_agg(format(
    '{"name": "Gift %s", "option": %s, "quantities": [{"quantity": 10, "price_paise": 0}, {"quantity": 20, "price_paise": 0}, {"quantity": 30, "price_paise": 0}, {"quantity": 40, "price_paise": 0}]}',
    n, case when n % 2 = 0 then format('"Option %s"', n / 10) else 'null' end
  )::jsonb) from generate_series(1, 200) as n)),
  'total The total is zero with 10 of Gift 1, 10 of Gift 2, 10 of Gift 3 and 118 more', 'two hundred lines with four quantities each, half of them options, are one computation'
);

-- Sending, at the end of a financial year that is still to come
delete from public.outbox where true;
create function pg_temp.send(at timestamptz, quotation uuid, saves integer default 0, mails boolean default true, checked boolean default false) returns jsonb language plpgsql as $$
declare
  answer jsonb;
begin
  perform pg_temp.as_staff();
  answer := private.send_quotation_at(quotation, saves, mails, checked, at) - 'version_id';
  perform tests.act_as('owner');
  return answer;
exception when others then
  perform tests.act_as('owner');
  return to_jsonb(sqlstate || ' ' || sqlerrm);
end
$$;
create function pg_temp.lead_state() returns text language sql as $$ select state from public.lead_handling where lead_id = tests.id(18) $$;
update public.product_terms set gst_rate = 5, gst_rate_from = '2097-03-31' where product_id = tests.id(15);
select is(pg_temp.send('2097-03-31T18:29:59Z', tests.id(40)) #>> '{}', '22023 The GST rate of Copper bottle is 5 % now, and 18 % in this quotation', 'a rate that has changed is asked about');
select is(pg_temp.send('2097-03-31T18:29:59Z', tests.id(40), 7) #>> '{}', 'PT409 This quotation has changed since it was opened', 'another number of saves is another window''s');
select is(pg_temp.send('2097-03-31T18:29:59Z', tests.id(40), 0, true, true), '{"number": "GW9697/0001", "revision": 1, "token": null}', 'the last second of the financial year in India is in it');
select is(pg_temp.send('2097-03-31T18:30:01Z', tests.id(40), 0, true, true), '{"number": "GW9697/0001", "revision": 1, "token": null}', 'the same again answers the same');
select results_eq('select kind, recipient from public.outbox', $$ values ('quotation', 'asha@meridian.example') $$, 'and mails it once');
select is(pg_temp.lead_state(), 'quoted', 'the lead is quoted');
select results_eq(
  $$
    select frozen #>> '{place,tax}', frozen #>> '{figures,total}', total_paise, frozen #>> '{seller,legal_name}', sha256 = encode(sha256(convert_to(
      jsonb_build_object('number', 'GW9697/0001', 'revision', 1, 'content', content, 'frozen', frozen)::text, 'UTF8'
    )), 'hex')
    from public.quotation_versions where id = tests.id(41)
  $$,
  $$ values ('cgst_sgst', '2360000', 2360000::bigint, 'Meridian Gifts', true) $$, 'figures, seller and place are frozen, with their hash'
);
select tests.act_as('sales');
insert into made select 'copy', public.duplicate_quotation(tests.id(40));
select tests.act_as('owner');
update public.quotation_versions set valid_until = '2999-12-31' where quotation_id = (select id from made where name = 'copy');
create temporary table sent_copy as select pg_temp.send('2097-03-31T18:30:00Z', id, 0, false, true) as answer from made where name = 'copy';
select is(answer ->> 'number', 'GW9798/0001', 'one second later the next year begins') from sent_copy;
select is((select count(*)::integer from public.quotation_links where hash = private.link_hash(answer ->> 'token')), 1, 'sent without an e-mail, it has a link') from sent_copy;
select is((select count(*)::integer from public.outbox), 1, 'and no e-mail');
select results_eq('select year::integer, last from private.quotation_numbers order by year', 'values (2096, 1), (2097, 1)', 'what was refused left no gap');

-- What was sent stays
create function pg_temp.as_role(actor text, statement text) returns text language plpgsql as $$
begin
  perform set_config('role', actor, true);
  execute statement;
  perform set_config('role', 'none', true);
  return 'done';
exception when others then
  perform set_config('role', 'none', true);
  return sqlstate;
end
$$;
select is(pg_temp.as_role('service_role', statement), '42501', 'the secret key may not: ' || statement)
from unnest(array[
  'update public.quotation_versions set content = ''{}'' where sent_at is not null', 'update public.quotation_versions set valid_until = ''2999-01-01'' where sent_at is not null',
  'delete from public.quotation_versions where sent_at is not null', 'update public.quotation_events set value = ''{}'' where true',
  'delete from public.quotation_events where true', 'delete from public.quotations where number is not null',
  'update public.quotations set number = ''GW2627/7777'' where number is not null'
]) as statement;
select is(pg_temp.as_role('none', statement), '42501', 'no function may: ' || statement)
from unnest(array[
  'update public.quotation_versions set content = ''{}'' where sent_at is not null', 'update public.quotation_versions set sha256 = repeat(''1'', 64) where sent_at is not null',
  'update public.quotation_events set kind = ''link'' where true', 'update public.quotations set number = ''GW2627/7777'' where number is not null'
]) as statement;

-- Transitions
create function pg_temp.act(action text, arguments text default '', quotation integer default 40) returns text language sql as $$
  select pg_temp.code_of(format('select public.%I(tests.id(%s)%s)', action, quotation, arguments))
$$;
create function pg_temp.is_now() returns text language sql as $$ select state from private.quotation_rows where id = tests.id(40) $$;
select is(pg_temp.act('extend_quotation', ', ''2999-12-30'''), '22023 Extend to a later date that is not in the past', 'a quotation is not shortened');
update public.quotation_versions set valid_until = private.day_in_india(now()) - 1 where id = tests.id(41);
select is(pg_temp.is_now(), 'expired', 'after its last day a quotation is expired');
select is(pg_temp.act('extend_quotation', format(', %L', private.day_in_india(now()))), null, 'which staff extend');
select is(pg_temp.is_now(), 'sent', 'and today it is valid again');
select is(
  (select value from public.quotation_events where kind = 'extended'),
  jsonb_build_object('from', private.day_in_india(now()) - 1, 'until', private.day_in_india(now())), 'the history has both days'
);
select is(pg_temp.act('save_quotation', ', ''{}'', ''2999-12-31'', 0'), 'PT409 This quotation was sent: revise it first', 'what was sent is not saved');
select is(pg_temp.act('revise_quotation'), null, 'a sent quotation is revised') from generate_series(1, 2);
select results_eq(
  $$ select revision::integer, saves, sent_at is null from public.quotation_versions where quotation_id = tests.id(40) order by revision $$,
  $$ values (1, 0, false), (2, 1, true) $$, 'once, and its draft counts saves on'
);
select is((select revision::integer from private.quotation_rows where id = tests.id(40)), 1, 'while the first revision stays in force');
select is(pg_temp.act('discard_quotation_draft'), null, 'a draft is discarded');
select is((select count(*)::integer from public.quotation_versions where quotation_id = tests.id(40)), 1, 'and what was sent stays');
select is(pg_temp.act('revise_quotation'), null, 'it is revised again');
update public.quotation_versions set valid_until = '2999-12-31' where quotation_id = tests.id(40) and sent_at is null;
select is(pg_temp.send('2097-04-01T12:00:00Z', tests.id(40), 1, true, true), '{"number": "GW9697/0001", "revision": 2, "token": null}', 'a revision keeps the number in the next year');
select is((select count(*)::integer from public.outbox where kind = 'quotation'), 2, 'and is mailed');
select is(pg_temp.act('answer_quotation', format(', ''Yes'', %L', tests.id(46))), null, 'staff comment on a line');
select results_eq(
  $$ select recipient, event.value ->> 'text' from public.outbox join public.quotation_events as event on event.number = quotation_event where outbox.kind = 'quotation_answer' $$,
  $$ values ('asha@meridian.example', 'Yes') $$, 'which is mailed to the buyer'
);
select is(pg_temp.act('answer_quotation', format(', ''Yes'', %L', tests.id(99))), '22023 This line is not in the quotation', 'which it has');
select is(pg_temp.act('link_quotation'), null, 'staff make a link');
select is((select count(*)::integer from public.quotation_links where quotation_id = tests.id(40) and ended_at is null), 1, 'which opens the version in force');
select is(pg_temp.act('end_quotation_links'), null, 'and end it');
select is((select count(*)::integer from public.quotation_links where quotation_id = tests.id(40) and ended_at is null), 0, 'at once');
create temporary table answers as select mail from jsonb_array_elements(claim_mails(100)) as mail where mail ->> 'kind' = 'quotation_answer';
select is(
  (select jsonb_agg(jsonb_build_array(mail #>> '{quotation,event,value,text}', link.purpose, version.revision)) from answers
  join public.quotation_links as link on link.hash = private.link_hash(mail ->> 'token') and ended_at is null
  join public.quotation_versions as version on version.id = link.version_id),
  '[["Yes", "buyer", 2]]', 'the answer is mailed with a link of its own to the version in force'
);
select is(pg_temp.act('accept_quotation_for_buyer', ', ''{}'', ''Asha Rao'', '''''), '22023 The note is missing', 'accepting for a buyer needs a note');
select is(pg_temp.act('accept_quotation_for_buyer', ', ''{}'', ''Asha Rao'', ''By telephone'''), null, 'staff accept for the buyer');
select is(pg_temp.is_now() || ' ' || pg_temp.lead_state(), 'accepted won', 'and the lead is won');
select is(pg_temp.act(action, arguments), 'PT409 Already accepted by Asha Rao', action || ' says who has accepted')
from (values
  ('accept_quotation_for_buyer', ', ''{}'', ''B'', ''C'''), ('withdraw_quotation', ', null'), ('revise_quotation', ''), ('extend_quotation', ', ''2999-12-31''')
) as done (action, arguments);
select is(pg_temp.act('reopen_quotation', ', '' '''), '22023 The reason is missing', 'reopening needs a reason');
select is(pg_temp.act('reopen_quotation', ', ''Wrong colour'''), null, 'staff reopen it');
select is(pg_temp.is_now() || ' ' || pg_temp.lead_state(), 'sent quoted', 'and the lead is quoted again');
select is((select value #>> '{accepted,note}' from public.quotation_events where kind = 'reopened'), 'By telephone', 'the history keeps what was accepted');
select is(pg_temp.act('reopen_quotation', ', ''Again'''), 'PT409 Only an accepted or declined quotation can be reopened', 'only what was decided is');
update public.quotations set state = 'declined' where id = tests.id(40);
insert into public.quotation_events (quotation_id, kind, actor_name, value) values (tests.id(40), 'declined', 'Asha Rao', '{"reason": "price", "text": "Too dear"}');
select results_eq(
  $$ select kind, actor_email, value from public.lead_events order by number desc limit 1 $$,
  $$ values ('note', 'asha@meridian.example', 'Quotation GW9697/0001 was declined (price): proposed as lost. Too dear') $$, 'a declined one proposes the lead as lost'
);
-- What the seller has to settle
create function pg_temp.unsettled() returns text language plpgsql as $$
declare
  found text;
begin
  perform tests.act_as('sales');
  select string_agg(number || ' ' || state, ', ' order by number) into found from public.find_quotations('', '{"unsettled": "yes"}');
  if (select unsettled_quotations from public.lead_pulse()) <> public.count_quotations('', '{"unsettled": "yes"}') then
    found := 'the pulse counts others';
  end if;
  perform tests.act_as('owner');
  return found;
end
$$;
select is(pg_temp.unsettled(), 'GW9697/0001 declined', 'a decline waits for the seller');
select tests.act_as('sales');
select is(public.quotation_totals() ->> 'declined', '1', 'and is counted');
select isnt(public.handle_lead(tests.id(18), 'state', 'lost', 'price', 'Too dear'), null, 'until its lead is lost');
select tests.act_as('owner');
select is(pg_temp.unsettled(), null, 'when it is settled');
select tests.act_as('sales');
select public.handle_lead(tests.id(18), 'undone', (select max(number)::text from public.lead_events));
select tests.act_as('owner');
select is(pg_temp.unsettled(), 'GW9697/0001 declined', 'unless that is undone');
update public.quotations set state = 'change_asked' where id = tests.id(42);
insert into public.quotation_events (quotation_id, kind, actor_name, value) values (tests.id(42), 'change_asked', 'Asha Rao', '{"text": "Blue"}');
insert into public.quotation_events (quotation_id, kind, actor_name, created_at) values (tests.id(44), 'accepted', 'Asha Rao', now() - interval '1 hour');
select is(pg_temp.unsettled(), 'GW2627/9001 change_asked, GW2627/9002 accepted, GW9697/0001 declined', 'so do a change that is asked for, and an acceptance');
select is(pg_temp.act('answer_quotation', ', ''Thank you''', 44), null, 'until it is answered on its page');
select is(pg_temp.unsettled(), 'GW2627/9001 change_asked, GW9697/0001 declined', 'when it is settled');
insert into public.quotation_events (quotation_id, kind, actor_name) values (tests.id(44), 'accepted', 'Asha Rao');
select is(pg_temp.unsettled(), 'GW2627/9001 change_asked, GW2627/9002 accepted, GW9697/0001 declined', 'a second acceptance waits again');
update public.quotations set lead_id = tests.id(18) where id = tests.id(44);
select tests.act_as('sales');
select public.handle_lead(tests.id(18), 'answered', 'whatsapp');
select tests.act_as('owner');
select is(pg_temp.unsettled(), 'GW2627/9001 change_asked, GW9697/0001 declined', 'until its lead is answered');
update public.quotations set lead_id = null where id = tests.id(44);
select is(pg_temp.act('answer_quotation', ', ''Thank you again''', 44), null, 'or it is answered again');
update public.quotations set state = 'sent' where id = tests.id(42);
select is(pg_temp.act('withdraw_quotation', ', ''Sold out'''), null, 'staff withdraw it');
select is(pg_temp.act(action, arguments), 'PT409 A quotation that is withdrawn cannot be ' || participle, 'one that is withdrawn cannot be ' || participle)
from (values
  ('accept_quotation_for_buyer', ', ''{}'', ''B'', ''C''', 'accepted'), ('revise_quotation', '', 'revised'), ('extend_quotation', ', ''2999-12-31''', 'extended'),
  ('link_quotation', '', 'opened by a link'), ('withdraw_quotation', ', null', 'withdrawn')
) as done (action, arguments, participle);
select alike(pg_temp.act(action, arguments, 99), 'PT404 %', action || ' of an unknown one')
from (values ('revise_quotation', ''), ('quotation_details', ''), ('send_quotation', ', 0'), ('duplicate_quotation', '')) as unknown (action, arguments);

-- What staff see of a quotation
insert into public.product_parts values (tests.id(15), 2, 'Desk lamp');
insert into public.product_terms (product_id, gst_rate) values (tests.id(16), 12);
update public.products set is_brand_reminder = true where id = tests.id(15);
select tests.act_as('sales');
create temporary table details as select public.quotation_details((select id from made where name = 'draft'))::jsonb as details;
select tests.act_as('owner');
select is(
  (select jsonb_path_query_first(details, '$.offered_prices.*') #- '{last,sent_at}' from details),
  '{"last": {"price_paise": 20000, "quantity": 100, "number": "GW9697/0001", "is_same_buyer": true}, "breaks": [{"quantity": 100, "price_paise": 22900}], "cost_paise": 24500, "mrp_paise": null, "parts": [{"name": "Box", "gst_rate": null}, {"name": "Desk lamp", "gst_rate": 1200}], "is_brand_reminder": true, "is_pharmaceutical": true}',
  'offered are the last price of the product, its breaks, its cost, its MRP, its parts with their rates, and what the law is about'
);
select is((select details #>> '{lead,company}' || (details #>> '{versions,0,is_expired}') || jsonb_array_length(details -> 'events') from details), 'Meridianfalse1', 'with lead, versions and history');

-- The list and the figures
create function pg_temp.found(
  words text default '', filters jsonb default '{}', sorted text default 'number', ascending boolean default true, beyond text default null, beyond_id uuid default null
) returns text language plpgsql as $$
declare
  found text;
begin
  perform tests.act_as('sales');
  select string_agg(coalesce(number, 'draft') || ' ' || state, ', ') into found from public.find_quotations(words, filters, sorted, ascending, beyond, beyond_id);
  perform tests.act_as('owner');
  return found;
end
$$;
update public.quotation_versions set content = jsonb_set(content, '{buyer,company}', '"Nova Labs"') where quotation_id = (select id from made where name = 'draft');
select is(pg_temp.found(), 'GW2627/9001 sent, GW2627/9002 accepted, GW9697/0001 withdrawn, GW9798/0001 sent, draft draft', 'the list has every quotation');
select is(pg_temp.found('nova LABS copper'), 'draft draft', 'found by words of buyer and products');
select is(pg_temp.found('9697/0001-r2'), 'GW9697/0001 withdrawn', 'and by number and revision');
select is(pg_temp.found('', '{"state": "sent"}'), 'GW2627/9001 sent, GW9798/0001 sent', 'by state');
select is(pg_temp.found('', '{}', 'number', true, 'GW2627/9002', tests.id(44)), 'GW9697/0001 withdrawn, GW9798/0001 sent, draft draft', 'and beyond a row');
select is(pg_temp.found('', '{}', 'total', false, '00000000000002000000', tests.id(44)), 'GW2627/9001 sent, draft draft', 'by numbers, too');
select is(pg_temp.code_of($$ select public.find_quotations('', '{"colour": "red"}') $$), '22023 Quotations have no such filter', 'an unknown filter is refused');
update public.quotation_versions set accepted = accepted || jsonb_build_object('at', now()) where id = tests.id(45);
update public.quotation_versions set valid_until = private.day_in_india(now()) + 7 where id = tests.id(43);
select tests.act_as('sales');
select is(
  public.quotation_totals() - 'won', '{"change_asked": 0, "declined": 0, "accepted": 0, "unanswered": 0, "expiring": 1}',
  'the dashboard has what expires within seven days'
);
select is(
  public.quotation_totals() -> 'won' -> -1,
  jsonb_build_object('month', to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM'), 'paise', 2000000, 'count', 1), 'and what was won this month'
);
select is(jsonb_array_length(public.quotation_totals() -> 'won'), 12, 'of twelve months');
select is(public.count_quotations('', '{"expiring": "yes"}'), 1, 'by the filters of the list');
select tests.act_as('customer');
select is((select count(*)::integer from public.find_quotations()), 0, 'a customer finds none');
select is(public.count_quotations(), null, 'nor their number');
select is(public.quotation_totals(), null, 'nor the figures of the dashboard');
select tests.act_as('owner');

-- A deleted lead
delete from public.leads where id = tests.id(18);
select is((select count(*)::integer from public.quotations where lead_id is null), 5, 'quotations stay when their lead is deleted');

-- The MRP
update public.product_terms set mrp_paise = 79931 where product_id = tests.id(15);
create function pg_temp.opened_with(change jsonb, mrp bigint) returns text language plpgsql as $$
declare
  copy uuid;
  answer jsonb;
begin
  perform tests.act_as('sales');
  copy := public.duplicate_quotation(tests.id(40));
  perform public.save_quotation(copy, (
    select content || change || jsonb_build_object('lines', (
      select jsonb_agg(line || jsonb_build_object('mrp_paise', mrp) order by position) from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    )) from public.quotation_versions where id = tests.id(41)
  ), '2999-12-31', 0);
  perform tests.act_as('owner');
  answer := pg_temp.send('2097-03-31T18:30:00Z', copy, 1, false, true);
  perform tests.act_as('anonymous');
  return concat_ws(', ', variadic array(select line ->> 'mrp_paise' from json_array_elements(public.open_quotation(answer ->> 'token') -> 'lines') as line))
    || case when public.open_quotation(answer ->> 'token')::text ~ 'mrp' then ' is shown' else ' is not shown' end;
end
$$;
select is(pg_temp.opened_with('{}', 4242), ' is not shown', 'no MRP reaches a buyer of whom the seller has not said so, whatever the lines are saved with');
select is(pg_temp.opened_with('{"prints_mrp": "yes"}', 4242), ' is not shown', 'nor by what is not true');
select is(pg_temp.opened_with('{"prints_mrp": true}', 4242), '79931 is shown', 'a printed one is the product''s when the quotation is sent');
select tests.act_as('owner');

select * from finish();
rollback;
