-- Inquiries with quantities and notes: stored whole or not at all, under the rules of leads, read by administrators.
begin;
select no_plan();
select tests.set_up();

-- What a caller gets for an inquiry: its reference, or the error's code and constraint. Undone unless it is stored.
create function pg_temp.send(
  items jsonb, email text default 'v@nova.example', message text default null, needed_by date default null,
  budget integer default null, city text default null, branding boolean default null, actor text default 'anonymous'
) returns text language plpgsql as $$
declare
  reference text;
  code text;
  stopping text;
begin
  perform tests.act_as(actor);
  reference := public.send_inquiry(
    name => ' Vikram ', company => 'Nova', email => email, phone => '98765', items => items, message => message,
    needed_by => needed_by, budget_per_gift => budget, delivery_city => city, wants_branding => branding
  );
  perform tests.act_as('owner');
  return reference;
exception
  when others then
    get stacked diagnostics code = returned_sqlstate, stopping = constraint_name;
    return trim(code || ' ' || stopping);
end
$$;
create function pg_temp.reference_of(email text) returns text language sql as $$
  select 'GW-' || upper(left(id::text, 8)) from public.leads where leads.email = reference_of.email
$$;
create function pg_temp.items() returns jsonb language sql as $$
  select jsonb_build_array(
    jsonb_build_object('id', tests.id(15), 'name', 'Copper bottle', 'quantity', 400, 'note', ' Engraved ', 'colours', '[{"name": " Red ", "quantity": 300}, {"name": "Blue", "quantity": 100}]'::jsonb),
    jsonb_build_object('id', tests.id(17), 'name', 'Prototype', 'quantity', null, 'note', ' ', 'colours', '[{"name": "Red"}]'::jsonb),
    jsonb_build_object('id', tests.id(99), 'name', 'Copper bottle')
  )
$$;

select is(
  pg_temp.send(pg_temp.items(), ' First@nova.example ', ' Soon ', '2026-12-12', 800, ' Pune ', true), pg_temp.reference_of('First@nova.example'),
  'a visitor gets the reference of the lead'
);
select results_eq(
  $$
    select name, message, selected_products, needed_by, budget_per_gift, delivery_city, wants_branding, created_at = now()
    from public.leads where email = 'First@nova.example'
  $$,
  $$ values ('Vikram', 'Soon', '{"Copper bottle",Prototype,"Copper bottle"}'::text[], date '2026-12-12', 800, 'Pune', true, true) $$,
  'the lead has the products'' names, and its texts are tidied'
);
select results_eq(
  $$
    select item.position, product_id, item.name, quantity, note, colours
    from public.lead_items as item join public.leads as lead on lead.id = lead_id where email = 'First@nova.example' order by item.position
  $$,
  $$
    values (1::smallint, tests.id(15), 'Copper bottle', 400, 'Engraved', '[{"name": "Red", "quantity": 300}, {"name": "Blue", "quantity": 100}]'::jsonb),
      (2::smallint, null, 'Prototype', null, null, '[{"name": "Red", "quantity": null}]'),
      (3::smallint, null, 'Copper bottle', null, null, null)
  $$,
  'its lines have their colours, and refer to the products of the catalogue and to no others'
);

-- Each once. Leads of this transaction, which has one time, do not count.
update public.leads set created_at = now() - interval '1 minute' where email = 'First@nova.example';
select is(
  pg_temp.send(pg_temp.items(), 'first@nova.example', 'Soon', '2026-12-12', 800, 'Pune', true), pg_temp.reference_of('First@nova.example'),
  'an equal inquiry gets the same reference'
);
select is((select count(*) from public.leads where lower(email) = 'first@nova.example'), 1::bigint, 'and is not stored again');
select is((select count(*) from public.lead_items where lead_id <> tests.id(18)), 3::bigint, 'nor are its lines');
select matches(
  pg_temp.send(pg_temp.items(), 'first@nova.example', 'Soon', '2026-12-12', 800, 'Pune', true, 'customer'), '^GW-', 'an account sends its own'
);
select tests.act_as('customer');
select is(json_array_length(public.my_inquiries()), 1, 'and finds it under its inquiries');
select tests.act_as('owner');
delete from public.leads where sender_id = tests.id(1);
select isnt(pg_temp.send(items, 'first@nova.example', 'Soon', day, budget, city, branding), null, format('%s %s %s %s %s is another one', items, day, budget, city, branding))
from (values
  (jsonb_set(pg_temp.items(), '{0,colours}', '[{"name": "Red", "quantity": 400}]'), date '2026-12-12', 800, 'Pune', true),
  (jsonb_set(pg_temp.items(), '{1,note}', '"Blue"'), '2026-12-12', 800, 'Pune', true),
  (pg_temp.items(), '2026-12-13', 800, 'Pune', true), (pg_temp.items(), '2026-12-12', 801, 'Pune', true),
  (pg_temp.items(), '2026-12-12', 800, 'Mumbai', true), (pg_temp.items(), '2026-12-12', 800, 'Pune', false)
) as others (items, day, budget, city, branding);
select is((select count(*) from public.leads where lower(email) = 'first@nova.example'), 7::bigint, 'all of them are stored');

-- Bounds
select is(pg_temp.send(items), stopped_by, left(items::text, 60) || ' is refused')
from (values
  ('[{"name": "Mug", "quantity": 0}]'::jsonb, '23514 lead_items_quantity_range'),
  ('[{"name": "Mug", "quantity": 1000001}]', '23514 lead_items_quantity_range'),
  ('[{"name": "Mug", "quantity": -1}]', '23514 lead_items_quantity_range'),
  ('[{"name": "Mug", "quantity": 1.5}]', '22P02'),
  ('[{"name": "Mug", "quantity": "many"}]', '22P02'),
  ('[{"name": "Mug", "quantity": 99999999999}]', '22003'),
  ('[{"name": "Mug", "id": "x"}]', '22P02'),
  (jsonb_build_array(jsonb_build_object('name', 'Mug', 'note', repeat('ä', 201))), '23514 lead_items_note_length'),
  ('[{"name": "Mug", "quantity": 3, "colours": [{"name": "Red", "quantity": 2}]}]', '23514 lead_items_colours_sum'),
  ('[{"name": "Mug", "colours": [{"name": "Red", "quantity": 2}]}]', '23514 lead_items_colours_sum'),
  ('[{"name": "Mug", "quantity": 2, "colours": [{"name": "Red", "quantity": 1}, {"name": "red", "quantity": 1}]}]', '23514 lead_items_colours_form'),
  ('[{"name": "Mug", "quantity": 0, "colours": [{"name": "Red", "quantity": 0}]}]', '23514 lead_items_colours_form'),
  ('[{"name": "Mug", "colours": [{"name": " "}]}]', '23514 lead_items_colours_form'), ('[{"name": "Mug", "colours": ["Red"]}]', '23514 lead_items_colours_form'),
  (jsonb_build_array(jsonb_build_object('name', 'Mug', 'colours', jsonb_build_array(jsonb_build_object('name', repeat('ä', 61))))), '23514 lead_items_colours_form'),
  (jsonb_build_array(jsonb_build_object('name', 'Mug', 'colours', (select jsonb_agg(jsonb_build_object('name', n)) from generate_series(1, 51) as n))), '23514 lead_items_colours_form'),
  ('[{"name": "Mug", "colours": [{"name": "Red", "quantity": 1.5}]}]', '22P02'), ('[{"name": "Mug", "colours": "Red"}]', '22023'),
  ('[{"name": " "}]', '23514 lead_items_name_given'),
  (jsonb_build_array(jsonb_build_object('name', repeat('ä', 201))), '23514 leads_selected_products_size'),
  ('[{"quantity": 1}]', '23514 leads_selected_products_form'),
  ('["Mug"]', '23514 leads_selected_products_form'),
  ('{"name": "Mug"}', '22023'), ('7', '22023'), (null, '22023'),
  ((select jsonb_agg('{"name": "Mug"}'::jsonb) from generate_series(1, 1001)), '22023')
) as cases (items, stopped_by);
select is(pg_temp.send('[]', needed_by => day, budget => budget, city => city), stopped_by, concat_ws(' ', day, budget, left(city, 9)) || ' is refused')
from (values
  (date 'infinity', null, null, '23514 leads_needed_by_range'), ('-infinity', null, null, '23514 leads_needed_by_range'),
  ('1999-12-31', null, null, '23514 leads_needed_by_range'),
  (null, 0, null, '23514 leads_budget_per_gift_range'), (null, 10000001, null, '23514 leads_budget_per_gift_range'),
  (null, null, repeat('ä', 101), '23514 leads_delivery_city_length')
) as cases (day, budget, city, stopped_by);
select is((select count(*) from public.leads where email = 'v@nova.example'), 0::bigint, 'a refused line leaves no lead');
select matches(
  pg_temp.send(jsonb_build_array(jsonb_build_object('name', repeat('ä', 200), 'quantity', 1000000, 'note', repeat('ä', 200), 'colours', jsonb_build_array(jsonb_build_object('name', repeat('ä', 60), 'quantity', 1000000)))), 'most@nova.example'),
  '^GW-[0-9A-F]{8}$', 'the longest line is stored'
);
select matches(
  pg_temp.send((select jsonb_agg('{"name": "Mug", "quantity": 1, "colours": []}'::jsonb) from generate_series(1, 1000)), 'many@nova.example'),
  '^GW-[0-9A-F]{8}$', 'and so are a thousand'
);

-- The limits on leads hold.
insert into public.leads (name, company, email, phone, created_at)
select 'Earlier ' || n, 'Nova', 'busy@nova.example', '1', now() - interval '5 minutes' from generate_series(1, 200) as n;
select is(pg_temp.send(pg_temp.items(), 'busy@nova.example', actor => actor), 'PGRST', 'the next one for an e-mail address is refused to ' || actor)
from unnest(array['anonymous', 'customer']) as actor;
select matches(pg_temp.send(pg_temp.items(), 'busy@nova.example', actor => 'administrator'), '^GW-', 'administrators are not held to it');

-- Lines outlive their product and go with their lead.
delete from public.products where id = tests.id(15);
select results_eq(
  'select product_id, name, quantity from public.lead_items where id = tests.id(21)', $$ values (null::uuid, 'Copper bottle', 400) $$,
  'a deleted product leaves its line readable'
);
delete from public.leads where id = tests.id(18);
select is_empty('select from public.lead_items where id = tests.id(21)', 'a deleted lead leaves no line');

-- References
insert into public.leads (id, name, company, email, phone, message, selected_products, created_at) values
  ('0abcdef1-0000-0000-0000-000000000001', 'Asha', 'Nova', 'known@nova.example', '1', 'Ten mugs', '{Mug,Pen}', now() - interval '2 hours'),
  ('1abcdef1-0000-0000-0000-000000000001', 'Asha', 'Nova', 'old@nova.example', '1', 'Ten mugs', '{Mug,Pen}', now() - interval '25 hours');
select tests.act_as('administrator');
select results_eq(
  format('select id from public.find_leads(%L)', words), $$ values ('0abcdef1-0000-0000-0000-000000000001'::uuid) $$, 'the back office finds a lead by ' || words
)
from unnest(array['GW-0ABCDEF1', ' gw-0abcdef1 ']) as words;
select is(public.count_leads('gw-0abcdef1'), 1, 'and counts it');
select is(public.count_leads('0abcdef'), 1, 'and by a part of its reference');

select * from finish();
rollback;
