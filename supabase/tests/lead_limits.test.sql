-- The rate limit of leads, which also holds in a hosted project, and that each lead is stored once.
begin;
select no_plan();
select tests.set_up();

create temporary table senders as select unnest(array['anonymous', 'customer']) as actor;
grant select on senders to anon, authenticated;

-- Sends a lead as the API would, with the request headers `headers` from the server in front. Returns how many rows
-- were stored, or with the rejection. A refused statement stores nothing.
create function pg_temp.send(actor text, email text, name text default 'Vikram', headers text default '') returns text
language plpgsql as $$
declare
  stored bigint;
  words text;
  particulars text;
begin
  perform tests.act_as(actor);
  perform set_config('request.headers', headers, true);
  execute format('insert into public.leads (name, company, email, phone) values (%L, ''Nova'', %L, ''1'')', name, email);
  get diagnostics stored = row_count;
  perform tests.act_as('owner');
  return stored;
exception
  when sqlstate 'PGRST' then
    get stacked diagnostics words = message_text, particulars = pg_exception_detail;
    perform tests.act_as('owner');
    return (particulars::json ->> 'status') || ' ' || (particulars::json #>> '{headers,Retry-After}') || ' ' || (words::json ->> 'code')
      || ' ' || (words::json ->> 'message');
end
$$;

-- Leads that came earlier: a transaction has one time, so they are put there.
create function pg_temp.earlier(email text, number integer, first_ago interval) returns void
language sql as $$
  insert into public.leads (name, company, email, phone, created_at)
  select 'Earlier ' || n, 'Nova', earlier.email, '1', now() - earlier.first_ago + n * interval '1 second'
  from generate_series(0, earlier.number - 1) as n
$$;

-- Per e-mail address
select pg_temp.earlier('busy@nova.example', 199, '50 minutes');
select is(pg_temp.send('anonymous', 'busy@nova.example'), '1', 'the two hundredth lead for one e-mail address in an hour is stored');
delete from public.leads where name = 'Vikram';
select pg_temp.earlier('busy@nova.example', 1, '1 minute');
select is(
  pg_temp.send(actor, ' BUSY@nova.example '), '429 600 PT429 Too many inquiries. Please try again in 10 minutes.',
  'the next one is refused to ' || actor || ', however it is written, and the sentence says until when'
)
from senders;
select is(pg_temp.send('anonymous', 'calm@nova.example'), '1', 'one for another e-mail address is stored');
select is(pg_temp.send('administrator', 'busy@nova.example'), '1', 'administrators are not held to it');
insert into public.leads (name, company, email, phone) values ('Restored', 'Nova', 'busy@nova.example', '1');
select is((select count(*) from public.leads where name = 'Restored'), 1::bigint, 'nor is the owner');
set local role service_role;
insert into public.leads (name, company, email, phone) values ('Imported', 'Nova', 'busy@nova.example', '1');
reset role;
select is((select count(*) from public.leads where name = 'Imported'), 1::bigint, 'nor is the service');

select pg_temp.earlier('past@nova.example', 200, '64 minutes');
select is(pg_temp.send('anonymous', 'past@nova.example'), '1', 'what is an hour old counts no more');
select pg_temp.earlier('soon@nova.example', 200, '59 minutes 59.5 seconds');
select is(
  pg_temp.send('anonymous', 'soon@nova.example'), '429 1 PT429 Too many inquiries. Please try again in 1 second.',
  'a rejection names a time at which the next lead is accepted'
);
select pg_temp.earlier('future@nova.example', 250, '-2 days');
select is(pg_temp.send('anonymous', 'future@nova.example'), '1', 'leads dated in the future refuse no later lead');

-- Each lead once
insert into public.leads (name, company, email, phone, message, selected_products, created_at) values
  ('Asha', 'Nova', 'twice@nova.example', '1', 'Ten mugs', '{Mug,Pen}', now() - interval '9 minutes'),
  ('Asha', 'Nova', 'twice@nova.example', '1', null, null, now() - interval '11 minutes');
create function pg_temp.stored(lead text) returns bigint language plpgsql as $$
declare
  number bigint;
begin
  perform tests.act_as('anonymous');
  execute 'insert into public.leads (name, company, email, phone, message, selected_products) values ' || lead;
  get diagnostics number = row_count;
  raise exception using errcode = 'TS001';
exception
  when sqlstate 'TS001' then
    return number;
end
$$;
select is(pg_temp.stored(lead), number::bigint, format('%s is stored %s times more', lead, number))
from (values
  ($$ ('Asha', 'Nova', 'twice@nova.example', '1', 'Ten mugs', '{Mug,Pen}') $$, 0),
  ($$ (' Asha ', 'Nova', 'Twice@nova.example', '1', 'Ten mugs ', '{Mug,Pen}') $$, 0),
  ($$ ('Asha', 'Nova', 'twice@nova.example', '1', 'Ten mugs', '{Pen,Mug}') $$, 1),
  ($$ ('Asha', 'Nova', 'twice@nova.example', '1', 'Ten mugs', null) $$, 1),
  ($$ ('Asha', 'Nova', 'twice@nova.example', '1', 'Twelve mugs', '{Mug,Pen}') $$, 1),
  ($$ ('Asha', 'Nova', 'twice@nova.example', '2', 'Ten mugs', '{Mug,Pen}') $$, 1),
  ($$ ('Asha', 'Terra', 'twice@nova.example', '1', 'Ten mugs', '{Mug,Pen}') $$, 1),
  ($$ ('Usha', 'Nova', 'twice@nova.example', '1', 'Ten mugs', '{Mug,Pen}') $$, 1),
  ($$ ('Asha', 'Nova', 'other@nova.example', '1', 'Ten mugs', '{Mug,Pen}') $$, 1),
  -- Ten minutes later it is a new one.
  ($$ ('Asha', 'Nova', 'twice@nova.example', '1', null, null) $$, 1)
) as leads (lead, number);
select pg_temp.earlier('full@nova.example', 200, '5 minutes');
select is(pg_temp.send('anonymous', 'full@nova.example', 'Earlier 3'), '0', 'one that is there is no lead too many');

-- Per client address
select is(
  pg_temp.send('anonymous', n || '@nova.example', headers => '{"cf-connecting-ip": "192.0.2.7", "x-forwarded-for": "198.51.100.1"}'), '1',
  format('lead %s from one address is stored', n)
)
from generate_series(1, 3) as n;
select results_eq(
  'select network, email, sent_at from private.sent_leads order by email',
  $$ select '192.0.2.7', n || '@nova.example', now() from generate_series(1, 3) as n $$,
  'the address that the server in front vouches for is counted, with each e-mail address there'
);
-- Leads that were sent from an address earlier.
create function pg_temp.sent(network text, email text, number integer, first_ago interval) returns void
language sql as $$
  insert into private.sent_leads (network, email, sent_at)
  select sent.network, sent.email, now() - sent.first_ago + n * interval '1 second' from generate_series(0, sent.number - 1) as n
$$;
select pg_temp.sent('192.0.2.7', 'many@nova.example', 296, '50 minutes');
select is(pg_temp.send('anonymous', 'last@nova.example', headers => '{"cf-connecting-ip": "192.0.2.7"}'), '1', 'the three hundredth in an hour is stored');
select is(
  pg_temp.send(actor, 'next@nova.example', headers => '{"cf-connecting-ip": "192.0.2.7"}'),
  '429 600 PT429 Too many inquiries. Please try again in 10 minutes.', actor || ' is refused the next one, until the first is an hour old'
)
from senders;
select is((select count(*) from private.sent_leads where network = '192.0.2.7'), 300::bigint, 'what is refused does not count');
select is(pg_temp.send('anonymous', 'next@nova.example', headers => '{"cf-connecting-ip": "192.0.2.8"}'), '1', 'another address is free');
select is(pg_temp.send('anonymous', 'next2@nova.example'), '1', 'and so is one of which nothing is said');
select is(
  pg_temp.send('administrator', 'next3@nova.example', headers => '{"cf-connecting-ip": "192.0.2.7"}'), '1', 'and an administrator at any'
);

-- Per e-mail address at one client address
select is(
  pg_temp.send('anonymous', 'often@nova.example', 'Vikram ' || n, '{"cf-connecting-ip": "192.0.2.9"}'), '1',
  format('lead %s for one e-mail address from one client address is stored', n)
)
from generate_series(1, 40) as n;
select is(
  pg_temp.send(actor, ' OFTEN@nova.example', 'Vikram 41', '{"cf-connecting-ip": "192.0.2.9"}'),
  '429 3600 PT429 Too many inquiries. Please try again in 60 minutes.', 'the next one is refused to ' || actor
)
from senders;
select is(
  pg_temp.send('anonymous', 'often@nova.example', 'Owner', headers), '1', 'the owner of the e-mail address is not limited, with ' || headers
)
from (values ('{"cf-connecting-ip": "192.0.2.10"}'), ('{}')) as places (headers);
select is(
  pg_temp.send('anonymous', 'seldom@nova.example', headers => '{"cf-connecting-ip": "192.0.2.9"}'), '1', 'and so are others from there'
);
update private.sent_leads set sent_at = now() - interval '1 hour' where network = '192.0.2.9';
select is(
  pg_temp.send('anonymous', 'often@nova.example', 'Vikram 43', '{"cf-connecting-ip": "192.0.2.9"}'), '1', 'an hour later it is stored'
);
update private.sent_leads set sent_at = now() + interval '3 days' where network = '192.0.2.9';
select is(
  pg_temp.send('anonymous', 'often@nova.example', 'Vikram 42', '{"cf-connecting-ip": "192.0.2.9"}'), '1',
  'leads dated in the future refuse no lead'
);

create function pg_temp.network(headers text) returns text language plpgsql as $$
begin
  perform set_config('request.headers', headers, true);
  return private.client_network();
end
$$;
select is(pg_temp.network(headers), network, headers || ' names ' || coalesce(network, 'no network'))
from (values
  ('', null), ('{}', null), ('nonsense', null), ('{"cf-connecting-ip": ""}', null), ('{"cf-connecting-ip": "nonsense"}', null),
  ('{"cf-connecting-ip": {"a": 1}}', null),
  -- Which anyone may write.
  ('{"x-forwarded-for": "198.51.100.1, 203.0.113.9"}', null),
  ('{"cf-connecting-ip": " 198.51.100.1 "}', '198.51.100.1'),
  ('{"cf-connecting-ip": "2001:db8:1:2:3:4:5:6"}', '2001:db8:1:2::/64'),
  ('{"cf-connecting-ip": "::ffff:198.51.100.1"}', '198.51.100.1')
) as cases (headers, network);
insert into private.settings values ('client_address_header', 'X-Real-IP');
select is(
  pg_temp.network('{"x-real-ip": "198.51.100.2", "cf-connecting-ip": "198.51.100.1"}'), '198.51.100.2',
  'another header can be named'
);
update private.settings set value = '';
select is(pg_temp.network('{"x-real-ip": "198.51.100.2", "cf-connecting-ip": "198.51.100.1"}'), null, 'or none');
delete from private.settings;

select throws_ok(
  format('do $do$ begin perform tests.act_as(%L); perform from private.sent_leads; end $do$', actor), '42501', null,
  actor || ' cannot read who sent from where'
)
from (values ('anonymous'), ('customer'), ('administrator')) as actors (actor);

-- However many leads there are, the count reads one index.
insert into public.leads (name, company, email, phone, created_at)
select 'Person', 'Nova', 'person' || n || '@example.com', '1', timestamptz '2025-01-01Z' + n * interval '1 minute'
from generate_series(1, 5000) as n;
analyze public.leads;
create function pg_temp.plan() returns text language plpgsql as $$
declare
  line text;
  lines text := '';
begin
  for line in explain (costs off)
    select * from public.leads where lower(email) = 'person7@example.com' and created_at > '2025-01-01Z'
    and created_at < '2026-01-01Z' order by created_at desc limit 200
  loop
    lines := lines || line || E'\n';
  end loop;
  return lines;
end
$$;
select matches(pg_temp.plan(), '^Limit\s+->  Index Scan using leads_of_email', 'one look into one index');

select * from finish();
rollback;
