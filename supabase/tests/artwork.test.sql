-- The artwork of buyers: ways in, limits, readers, copy and erasure (product.md, section 2, Artwork and proofs).
begin;
select no_plan();
select tests.set_up();
delete from private.artworks;
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
create function pg_temp.attach(content bytea, name text default 'Logo', token text default repeat('0', 30) || '18') returns text language sql as $$
  select pg_temp.call(format('public.attach_artwork(%L, %L, %L)', token, name, encode(content, 'base64')))
$$;
create function pg_temp.names(lead boolean) returns text language sql as $$
  select string_agg(name, ', ' order by given_at, name) from private.artworks where (lead_id is not null) = lead
$$;

select is(pg_temp.attach(file, name), answer, 'a logo: ' || coalesce(stored, 'not ' || name)) from (values
  ('<svg xmlns="http://www.w3.org/2000/svg"/>'::bytea, 'logo.exe', '', 'logo.svg'),
  ('\xefbbbf'::bytea || '<?xml version="1.0"?><svg/>'::bytea, 'mark.svg', '', 'mark.svg'),
  ('%!PS-Adobe-3.0'::bytea, 'press.ai', '', 'press.ai'),
  ('<html><svg/></html>'::bytea, 'page.svg', '22023 A logo is an SVG, PDF, AI, EPS, PNG or JPEG file', null),
  ('PK'::bytea || '\x0304'::bytea, 'logo.zip', '22023 A logo is an SVG, PDF, AI, EPS, PNG or JPEG file', null),
  (''::bytea, 'empty.png', '22023 A logo is an SVG, PDF, AI, EPS, PNG or JPEG file', null)
) as file (file, name, answer, stored);
select is(pg_temp.names(true), 'logo.svg, mark.svg, press.ai', 'files have the ending of what they are');
select is(pg_temp.attach('%!PS-Adobe-3.0', 'again.ai'), '', 'the same file again is answered');
select is(pg_temp.names(true), 'logo.svg, mark.svg, press.ai', 'and stored once');
select is(pg_temp.attach('%PDF-1.7', 'four.pdf'), '22023 You may add at most three files, with 20 MB together. Remove one, or write to us.', 'a fourth is not');
select is(pg_temp.attach('%PDF-1.7', 'x', repeat('9', 32)), 'PT404 This link does not open an inquiry. It may have ended or been cut off.', 'another token adds none');
select matches(pg_temp.attach('%PDF-1.7', 'x', repeat('0', 30) || '43'), '^42501 This link is for an approval only', 'nor does the link of an approval');
select results_eq(
  $$ select value from public.lead_events where lead_id = tests.id(18) and kind = 'added' order by number $$,
  $$ values ('Artwork: logo.svg'), ('Artwork: mark.svg'), ('Artwork: press.ai') $$, 'the lead''s history names them'
);
select is_empty($$ select from public.outbox where kind = 'notice' $$, 'without an e-mail of a logo that came with the inquiry');
select is(
  pg_temp.call(format('public.open_inquiry(%L)', repeat('0', 30) || '18'))::jsonb -> 'artworks' -> 0 ->> 'name', 'logo.svg', 'the inquiry''s page lists them'
);

-- Those of a quotation
select is(pg_temp.attach('%PDF-1.7', 'Press.ai', repeat('0', 30) || '42'), '', 'a quotation''s link adds a logo');
select is(pg_temp.names(false), 'Press.ai', 'which is the quotation''s');
select is(
  (select array_agg(file ->> 'name') from jsonb_array_elements(pg_temp.call(format('public.open_quotation(%L)', repeat('0', 30) || '42'))::jsonb -> 'artworks') as file),
  case when (select lead_id from public.quotations where id = tests.id(42)) = tests.id(18) then array['logo.svg', 'mark.svg', 'press.ai', 'Press.ai'] else array['Press.ai'] end,
  'whose page lists the inquiry''s, too'
);
select is((select kind || ': ' || (value ->> 'text') from public.quotation_events order by number desc limit 1), 'artwork: Press.ai', 'the history has it');
update public.order_lines as line set needs_proof = false, state = case line.position when 1 then 'preparing' else 'packed' end
from public.orders as own where own.id = order_id and own.quotation_id = tests.id(44);
select is(pg_temp.attach('%PDF-1.7 44', 'Late.pdf', repeat('0', 30) || '44'), '', 'so does that of an accepted one');
select is(
  (select array_agg(distinct (state, needs_proof)::text) from public.order_lines as line join public.orders as own on own.id = order_id where own.quotation_id = tests.id(44)),
  case when exists (select from public.order_lines as line join public.orders as own on own.id = order_id where own.quotation_id = tests.id(44) and line.state = 'packed')
    then array['(packed,f)', '(preparing,t)'] else array['(preparing,t)'] end, 'and what is in preparation then waits for a proof'
);
insert into public.order_events (order_id, order_line_id, kind, actor_name)
select line.order_id, line.id, 'needs_no_proof', 'Sales' from public.order_lines as line join public.orders as own on own.id = order_id where own.quotation_id = tests.id(44);
update public.order_lines as line set needs_proof = false from public.orders as own where own.id = order_id and own.quotation_id = tests.id(44);
select is(pg_temp.attach('%PDF-1.7 45', 'Later.pdf', repeat('0', 30) || '44'), '', 'another comes');
select ok(not bool_or(needs_proof), 'and what the staff have decided stands') from public.order_lines as line join public.orders as own on own.id = order_id where own.quotation_id = tests.id(44);
delete from private.artworks where quotation_id = tests.id(44);
create function pg_temp.file(text) returns text language sql as $$ select id::text from private.artworks where name = $1 $$;
select is(
  pg_temp.call(format('public.artwork_file(%L)', pg_temp.file('logo.svg')), actor)::jsonb ->> 'type', 'image/svg+xml', actor || ' read the original'
) from unnest(array['sales', 'administrator']) as actor;
select matches(pg_temp.call(format('public.artwork_file(%L)', pg_temp.file('logo.svg')), actor), '^42501', actor || ' does not') from unnest(array['anonymous', 'customer']) as actor;
select throws_ok(format('select tests.act_as(%L); select content from private.artworks', actor), '42501', null, 'no table is read by the ' || actor)
from unnest(array['anonymous', 'customer', 'sales', 'administrator', 'service']) as actor;
select tests.act_as('owner');

-- Removing
select is(
  pg_temp.call(format('public.remove_artwork(%L, %L)', repeat('0', 30) || '42', pg_temp.file('mark.svg'))), 'PT404 Remove this logo on the page where you added it.',
  'a quotation''s link removes nothing of the inquiry'
);
select is(
  (select jsonb_object_agg(file -> 'name' #>> '{}', file -> 'is_own') from jsonb_array_elements(
    pg_temp.call(format('public.open_quotation(%L)', repeat('0', 30) || '42'))::jsonb -> 'artworks'
  ) as file), '{"logo.svg": false, "mark.svg": false, "press.ai": false, "Press.ai": true}', 'and its page knows'
);
select is(pg_temp.call(format('public.remove_artwork(%L, %L)', repeat('0', 30) || '18', pg_temp.file('mark.svg'))), '', 'the inquiry''s');
select is(pg_temp.names(true), 'logo.svg, press.ai', 'does');
select is((select value from public.lead_events where lead_id = tests.id(18) order by number desc limit 1), 'Artwork removed: mark.svg', 'and the history says so');
select is_empty($$ select from public.outbox where lead_id = tests.id(18) and kind = 'notice' $$, 'no e-mail tells of it');
update public.leads set created_at = now() - interval '1 day' where id = tests.id(18);
delete from public.lead_events where lead_id = tests.id(18) and kind = 'added';
select is(pg_temp.attach(format('%%PDF-%s', n)::bytea, 'Later.pdf'), '', 'a logo that comes later') from generate_series(1, 1) as n;
select is((select count(*) from public.outbox where lead_id = tests.id(18) and kind = 'notice'), 1::bigint, 'is told by an e-mail');
delete from private.artworks where name = 'Later.pdf';
select is(pg_temp.attach('%PDF-2', 'Later.pdf'), '', 'another within ten minutes');
select is((select count(*) from public.outbox where lead_id = tests.id(18) and kind = 'notice'), 1::bigint, 'is told by none');
insert into public.lead_events (lead_id, actor_email, kind, value) select tests.id(18), 'asha@meridian.example', 'added', 'Artwork: a.pdf' from generate_series(1, 18);
delete from private.artworks where name = 'Later.pdf';
select is(pg_temp.attach('%PDF-3', 'Later.pdf'), 'PT429 Too many files were added here today. Please write to us.', 'the twenty-first of a day is refused');
select is(
  pg_temp.call(format('public.add_to_inquiry(%L, %L)', repeat('0', 30) || '18', '[{"name": "Mug"}]')), '', 'and is in the way of no addition'
);
delete from public.lead_events where lead_id = tests.id(18) and kind = 'added';

-- A network takes 100 MB a day
insert into private.settings values ('client_address_header', 'x-client') on conflict (name) do update set value = 'x-client';
create function pg_temp.from_network(network text, file bytea) returns text language sql as $$
  select set_config('request.headers', json_build_object('x-client', network)::text, true);
  select pg_temp.attach(file, 'Big')
$$;
select is(pg_temp.from_network('203.0.113.9', '%PDF-1.7 small'), '', 'a network''s first logo is stored');
delete from private.artworks where name = 'Big.pdf';
update private.event_quotas set events = 100 * 1024 * 1024 - 4;
select is(pg_temp.from_network('203.0.113.8', '%PDF-1.7 other'), '', 'another network is not in its way');
delete from private.artworks where name = 'Big.pdf';
select matches(pg_temp.from_network('203.0.113.9', '%PDF-1.7 big'), '^PT429 Too many files were added here today', 'a network that has sent much is refused');

-- A quotation that is deleted
insert into public.quotations (id, lead_id, owner_email) values (tests.id(399), tests.id(18), 'sales@example.com');
insert into private.artworks (quotation_id, name, content) values (tests.id(399), 'Gone.pdf', '%PDF-9');
update public.samples set quotation_id = tests.id(399);
delete from public.quotations where id = tests.id(399);
select is_empty($$ select from private.artworks where name = 'Gone.pdf' $$, 'takes its artwork along');
select is_empty('select from public.samples where quotation_id is not null', 'and leaves the samples to the lead');

-- Copy and erasure
select is(
  (select private.data_of(email) #>> '{leads,0,artworks,0,name}' from public.leads where id = tests.id(18)), 'logo.svg', 'the copy of a person names the files'
);
select private.erase_leads(array[tests.id(18)]);
select is(pg_temp.names(true), null, 'and they are erased with the person');
select matches(pg_temp.attach('%PDF-1.7'), '^(PT404|22023)', 'whose link takes none');
select private.erase_quotations(array[tests.id(42), tests.id(44)]);
select is((select count(*) from private.artworks), 0::bigint, 'those of a quotation, too');

-- With two ways from a quotation to its lead the API refuses to read both at once, as the apps do.
select is_empty($$
  select a.conrelid::regclass from pg_catalog.pg_constraint as a join pg_catalog.pg_constraint as b on b.conrelid = a.conrelid
  where a.contype = 'f' and b.contype = 'f' and a.confrelid = 'public.quotations'::regclass and b.confrelid = 'public.leads'::regclass
$$, 'no other table refers to both a quotation and a lead');
select * from finish();
rollback;
