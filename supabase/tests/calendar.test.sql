-- The calendar feed: the days of a person's leads and quotations, by the token of an address that ends with the role.
begin;
select no_plan();
select tests.set_up();
update public.profiles set away_until = null;
create function pg_temp.today() returns date language sql as $$ select (now() at time zone 'Asia/Kolkata')::date $$;
create function pg_temp.lead(number integer, assignee uuid, needed date, due date, new_state text default 'new') returns void language plpgsql as $$
begin
  insert into public.leads (id, name, company, email, phone, needed_by)
  values (tests.id(number), 'Buyer ' || number, 'Nova', 'buyer' || number || '@nova.example', '98765', needed);
  update public.lead_handling as handling set assigned_to = assignee, due_on = due, state = new_state where lead_id = tests.id(number);
end
$$;
create function pg_temp.opened(token text) returns table (kind text, id uuid, day date) language sql as $$
  select listed ->> 'kind', (listed ->> 'id')::uuid, (listed ->> 'day')::date from jsonb_array_elements(public.open_calendar(token) -> 'days') as listed
$$;

-- A token for each of the staff, of which the hash alone is stored.
create temporary table made (token text);
grant all on made to authenticated, anon;
select tests.act_as('sales');
insert into made select public.make_calendar_link();
select isnt(public.my_account() ->> 'calendar_since', null, 'the account says that there is a feed');
select tests.act_as('owner');
select ok((select char_length(token) = 64 and token ~ '^[0-9a-f]+$' from made), 'a token has 244 random bits');
select is((select count(*) from private.calendar_links join made on position(token in hash) > 0), 0::bigint, 'which is not stored');

select pg_temp.lead(100, tests.id(5), pg_temp.today() + 9, pg_temp.today() + 2);
select pg_temp.lead(101, tests.id(5), pg_temp.today() + 8, pg_temp.today() + 1, 'won');
select pg_temp.lead(102, tests.id(5), pg_temp.today() + 8, pg_temp.today() + 1, 'lost');
select pg_temp.lead(103, tests.id(5), pg_temp.today() - 40, null);
select pg_temp.lead(104, tests.id(2), pg_temp.today() + 3, null);
select pg_temp.lead(105, null, pg_temp.today() + 3, null);
insert into public.companies (id, name, owner_id, next_on, next_step) values
  (tests.id(106), 'Nova', tests.id(5), pg_temp.today() + 10, 'Show the new list'), (tests.id(107), 'Other', tests.id(2), pg_temp.today() + 1, null);
update public.quotations set state = 'sent', owner_id = tests.id(5) where id = tests.id(42);
update public.quotation_versions set valid_until = pg_temp.today() + 5 where quotation_id = tests.id(42);
select tests.act_as('anonymous');
select results_eq(
  $$ select * from pg_temp.opened((select token from made)) where kind <> 'valid_until' $$,
  $$ values ('follow_up', tests.id(100), pg_temp.today() + 2), ('needed_by', tests.id(101), pg_temp.today() + 8), ('needed_by', tests.id(100), pg_temp.today() + 9),
    ('company', tests.id(106), pg_temp.today() + 10) $$,
  'a feed has follow-ups and needed-by dates of open leads, of won ones when they are needed, and follow-ups of companies'
);
select ok(
  exists (select from pg_temp.opened((select token from made)) where kind = 'valid_until'), 'and until when quotations are valid'
);
select tests.act_as('owner');
create temporary table own_order as
select own.id, own.needed_by, quotation.lead_id from public.orders as own join public.quotations as quotation on quotation.id = own.quotation_id where own.quotation_id = tests.id(44);
update public.quotations set owner_id = tests.id(5) where id = tests.id(44);
update public.orders set needed_by = pg_temp.today() + 12, cancelled_at = null where id = (select id from own_order);
update public.order_lines set state = 'preparing' where order_id = (select id from own_order);
update public.leads set needed_by = pg_temp.today() + 11 where id = (select lead_id from own_order);
update public.lead_handling as handling set assigned_to = tests.id(5), state = 'won' where lead_id = (select lead_id from own_order);
select results_eq(
  $$ select kind, day from pg_temp.opened((select token from made)) where id in (select unnest(array[id, lead_id]) from own_order) and kind <> 'follow_up' $$,
  $$ values ('order', pg_temp.today() + 12) $$, 'an order is there by its own day, and its lead no longer'
);
update public.orders set cancelled_at = now() where id = (select id from own_order);
select results_eq(
  $$ select kind, day from pg_temp.opened((select token from made)) where id in (select unnest(array[id, lead_id]) from own_order) and kind <> 'follow_up' $$,
  $$ values ('needed_by', pg_temp.today() + 11) $$, 'the lead has its day again when its order is cancelled'
);
update public.orders set cancelled_at = null where id = (select id from own_order);
update public.order_lines set state = 'delivered' where order_id = (select id from own_order);
select is((select count(*) from pg_temp.opened((select token from made)) where id = (select id from own_order)), 0::bigint, 'until it is delivered');
update public.quotations set state = 'withdrawn' where id = tests.id(42);
select is((select count(*) from pg_temp.opened((select token from made)) where kind = 'valid_until' and id = tests.id(42)), 0::bigint, 'while they are open');
update public.profiles set away_until = pg_temp.today(), deputy_id = tests.id(5) where id = tests.id(2);
select is((select array_agg(id) from pg_temp.opened((select token from made)) where id = tests.id(104)), array[tests.id(104)], 'a deputy has those of the colleague');
select is((select count(*) from pg_temp.opened('00000000000000000000000000000082')), 0::bigint, 'who has none meanwhile');
update public.profiles set away_until = null where id = tests.id(2);
select pg_temp.lead(number, tests.id(5), pg_temp.today() + 60, null) from generate_series(1000, 1550) as number;
select is((select count(*) from pg_temp.opened((select token from made))), 500::bigint, 'a feed has at most 500 days');
select is((select min(day) from pg_temp.opened((select token from made))), pg_temp.today() + 2, 'the next ones');
update public.leads set erased_at = now() where id = tests.id(100);
select is((select count(*) from pg_temp.opened((select token from made)) where id = tests.id(100)), 0::bigint, 'none of a person whose details were erased');

-- What opens none.
select tests.act_as('anonymous');
select throws_ok($$ select public.open_calendar(repeat('0', 64)) $$, 'PT404', 'This link does not open a calendar.', 'an unknown token opens none');
select throws_ok($$ select public.open_calendar('short') $$, 'PT404', 'This link does not open a calendar.', 'nor one of another form');
select throws_ok($$ select public.open_calendar(null) $$, 'PT404', 'This link does not open a calendar.', 'nor none');
select tests.act_as('sales');
with renewed as (select public.make_calendar_link() as token) insert into made select 'new ' || token from renewed;
select throws_ok(format('select public.open_calendar(%L)', (select token from made where token not like 'new%')), 'PT404', null, 'a renewed address ends the one before');
select lives_ok(format('select public.open_calendar(%L)', (select substr(token, 5) from made where token like 'new%')), 'and opens');
select tests.act_as('owner');
update public.profiles set is_sales = false where id = tests.id(5);
update public.profiles set is_sales = true where id = tests.id(5);
select throws_ok(format('select public.open_calendar(%L)', (select substr(token, 5) from made where token like 'new%')), 'PT404', null, 'who is revoked has none, also with a new role');
select tests.act_as('administrator');
select public.remove_calendar_link();
select is(public.my_account() ->> 'calendar_since', null, 'an address is removed');
select throws_ok($$ select public.open_calendar('00000000000000000000000000000082') $$, 'PT404', null, 'and opens none then');
select tests.act_as('owner');

select * from finish();
rollback;
