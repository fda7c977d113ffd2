-- A customer reads the inquiries that the own account has sent, or that came from its proven address without an account.
begin;
select no_plan();
select tests.set_up();

select tests.act_as('customer');
insert into public.leads (name, company, email, phone, selected_products, sender_id)
values ('Asha', 'Meridian', 'asha@meridian.example', '1', array['Copper bottle', 'Long gone'], tests.id(2));
select isnt(
  public.send_inquiry(
    'Asha', 'Meridian', 'asha@meridian.example', '1',
    jsonb_build_array(jsonb_build_object('id', tests.id(16), 'name', 'Desk lamp', 'quantity', 400, 'note', 'Blue', 'colours', '[{"name": "Navy"}]'::jsonb)), delivery_city => 'Pune'
  ), null, 'an inquiry with quantities is sent'
);
select is(json_array_length(public.my_inquiries()), 2, 'both are the sender''s');
select set_eq(
  $$ select line ->> 'name' as name, line ->> 'quantity' as quantity, line ->> 'note' as note, line #>> '{colours,0,name}' as colour, line #>> '{product,id}' as product from json_array_elements(public.my_inquiries()) as mine, json_array_elements(mine -> 'lines') as line $$,
  $$ values
    ('Copper bottle', null, null, null, tests.id(15)::text),
    ('Long gone', null, null, null, null),
    ('Desk lamp', '400', 'Blue', 'Navy', tests.id(16)::text) $$,
  'with their lines, and the products that are still in the catalogue'
);
select is(
  (select mine ->> 'delivery_city' from json_array_elements(public.my_inquiries()) as mine where mine ->> 'delivery_city' is not null), 'Pune',
  'and what was said for all of them'
);

select tests.act_as('owner');
insert into public.product_colours (product_id, position, name, hex, picture) values (tests.id(16), 2, 'navy', '#000080', 'https://example.com/2.png');
select tests.act_as('customer');
select results_eq(
  $$ select line #>> '{product,image_url}' from json_array_elements(public.my_inquiries()) as mine, json_array_elements(mine -> 'lines') as line where line ->> 'name' = 'Desk lamp' $$,
  $$ values ('https://example.com/2.png') $$, 'the colour that was chosen is pictured'
);
select tests.act_as('owner');
update public.product_colours set picture = 'https://example.com/1.png' where product_id = tests.id(16) and position = 1;
update public.products set image_url = 'https://example.com/1.png' where id = tests.id(16);
select is(
  (select private.product_again(product, '[{"name": "Gone"}, {"name": "Navy"}, {"name": "Red"}]')::jsonb from public.products as product where id = tests.id(16))
    @> '{"image_url": "https://example.com/2.png", "shades": [{"name": "navy", "image_url": "https://example.com/2.png"}, {"name": "Red", "image_url": "https://example.com/1.png"}]}',
  true, 'of several each that has a picture, in their order, and the first of them pictures the line'
);
select tests.act_as('customer');

select set_eq(
  $$ select line ->> 'name' as name, line #>> '{product,min_quantity}' as least, line #>> '{product,colours,0,name}' as colour from json_array_elements(public.my_inquiries()) as mine, json_array_elements(mine -> 'lines') as line where line ->> 'name' <> 'Long gone' $$,
  $$ values ('Copper bottle', null, 'Red'), ('Desk lamp', null, 'Red') $$, 'a product has the minimum quantity and the colours of today, for ordering again'
);

-- Another account with the same e-mail address in its inquiry, or in its account, reads none of it.
select tests.act_as('administrator');
select is(public.my_inquiries()::text, '[]', 'a sender cannot be chosen: it is who is signed in');
select tests.act_as('owner');
insert into auth.users (id, email, email_confirmed_at) values (tests.id(77), 'asha@meridian.example', now());
select set_config('role', 'authenticated', true), set_config('request.jwt.claims', json_build_object('sub', tests.id(77), 'role', 'authenticated')::text, true),
  set_config('request.jwt.claim.sub', tests.id(77)::text, true);
select is(public.my_inquiries()::text, '[]', 'an account with the e-mail address of an inquiry, which it has not proven, reads none');
select tests.act_as('owner');
insert into public.leads (id, name, company, email, phone) values (tests.id(78), 'Asha', 'Meridian', 'ASHA@meridian.example', '2');
update public.profiles set address_proven_at = now() where id = tests.id(77);
select set_config('role', 'authenticated', true), set_config('request.jwt.claims', json_build_object('sub', tests.id(77), 'role', 'authenticated')::text, true),
  set_config('request.jwt.claim.sub', tests.id(77)::text, true);
select results_eq(
  $$ select mine ->> 'reference' from json_array_elements(public.my_inquiries()) as mine order by 1 $$, $$ values ('GW-00000000'), ('GW-00000000') $$,
  'once it has proven the address it reads what was sent without an account, whatever the case, and nothing of other accounts'
);
select tests.act_as('owner');
delete from public.leads where id = tests.id(78);
select tests.act_as('anonymous');
select throws_ok('select public.my_inquiries()', '42501', null, 'a visitor has none');

-- States
select tests.act_as('owner');
update public.products set is_sample = false where id = tests.id(16);
update public.lead_handling set state = case when lead_id in (select lead_id from public.lead_items) then 'quoted' else 'spam' end where true;
select tests.act_as('customer');
select set_eq(
  $$ select mine ->> 'state' as state, line ->> 'name' as name, line #>> '{product,id}' as product from json_array_elements(public.my_inquiries()) as mine, json_array_elements(mine -> 'lines') as line $$,
  $$ values ('quoted', 'Desk lamp', null), ('new', 'Copper bottle', tests.id(15)::text), ('new', 'Long gone', null) $$,
  'progress is told and a judgement is not; what has left the catalogue cannot be asked for again'
);

select tests.act_as('owner');
delete from auth.users where id = tests.id(1);
select is((select count(*) from public.leads where sender_id = tests.id(1)), 0::bigint, 'the seller keeps the leads of a deleted account, without it');
select is((select count(*) from public.leads where email = 'asha@meridian.example' and company = 'Meridian'), 3::bigint, 'all of them');

select * from finish();
rollback;
