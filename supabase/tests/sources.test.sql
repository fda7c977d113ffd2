-- What led to a lead's visit: sent in a header, cleaned by the database, a filter, and erased with the lead.
begin;
select no_plan();
select tests.set_up();

create function pg_temp.send(email text, origin text, is_plain boolean default true) returns void language plpgsql as $$
begin
  perform tests.act_as('anonymous');
  perform set_config('request.headers', json_build_object('x-inquiry-origin', origin)::text, true);
  if is_plain then
    insert into public.leads (name, company, email, phone) values ('Vikram', 'Nova', email, '1');
  else
    perform public.send_inquiry('Vikram', 'Nova', email, '1', '[{"name": "Mug", "quantity": 3}]');
  end if;
  perform tests.act_as('owner');
  perform set_config('request.headers', '', true);
end
$$;
create temporary view origins as
select split_part(email, '@', 1) as who, concat_ws(' | ', coalesce(source, '-'), coalesce(medium, '-'), coalesce(campaign, '-'), coalesce(referrer, '-'), coalesce(landing_page, '-')) as origin
from public.leads where email like '%@nova.example';

select pg_temp.send('plain@nova.example', '{"source": "LinkedIn", "medium": "CPC", "campaign": "Diwali26", "referrer": "www.linkedin.com", "landing_page": "/catalogue"}');
select pg_temp.send('whole@nova.example', '{"source": "LinkedIn", "medium": "CPC", "campaign": "Diwali26", "referrer": "www.linkedin.com", "landing_page": "/catalogue"}', false);
select results_eq(
  $$ select who, origin from origins order by who $$,
  $$ values ('plain', 'linkedin | cpc | Diwali26 | linkedin.com | /catalogue'), ('whole', 'linkedin | cpc | Diwali26 | linkedin.com | /catalogue') $$,
  'an inserted lead and an inquiry of a function have what led to them'
);
select pg_temp.send('search@nova.example', '{"referrer": "https://www.Google.com/search?q=ravi@example.com", "landing_page": "/inquiry/0123456789abcdef0123456789abcdef?token=1"}');
select pg_temp.send('product@nova.example', '{"landing_page": "/product/copper-bottle-000000000015?share=1#top"}');
select pg_temp.send('address@nova.example', '{"source": "ravi@example.com", "medium": "mail%40example", "campaign": "line\n\tbreak  and\u0000 more"}');
select pg_temp.send('long@nova.example', json_build_object('source', repeat('a', 500), 'campaign', repeat('ä', 500), 'referrer', repeat('b', 500), 'landing_page', '/' || repeat('c', 500), 'name', 'Mallory')::text);
select pg_temp.send('words@nova.example', '{"source": "None", "medium": "(none)", "campaign": " none "}');
select pg_temp.send('broken@nova.example', 'no JSON');
select pg_temp.send('array@nova.example', '["source"]');
select pg_temp.send('none@nova.example', null);
select results_eq(
  $$ select who, origin from origins where who not in ('plain', 'whole', 'long') order by who $$,
  $$ values
    ('address', '- | - | - | - | -'), ('array', '- | - | - | - | -'), ('broken', '- | - | - | - | -'), ('none', '- | - | - | - | -'),
    ('product', '- | - | - | - | /product/copper-bottle-000000000015'), ('search', 'google.com | - | - | google.com | /inquiry'),
    ('words', '- | - | - | - | -') $$,
  'of a page before only its host is stored, of a private page no token, of an address, of what is no JSON and of the word for none nothing'
);
select results_eq(
  $$ select char_length(source), char_length(campaign), referrer, char_length(landing_page), name from public.leads where email = 'long@nova.example' $$,
  $$ values (100, 100, null::text, 200, 'Vikram') $$, 'texts are cut to their limits, and nothing else of a lead is in the header'
);
update public.leads set created_at = now() - interval '1 minute' where email = 'plain@nova.example';
select pg_temp.send('plain@nova.example', '{"source": "google"}');
select is((select count(*) from public.leads where email = 'plain@nova.example'), 1::bigint, 'an equal lead with another origin is stored once');

-- Lists
select tests.act_as('sales');
select is(public.count_leads(filters => '{"source": "linkedin"}'), 2, 'leads are filtered by their source');
select is(public.count_leads(filters => '{"source": "linkedin", "campaign": "Diwali26"}'), 2, 'and campaign');
select is(public.count_leads(filters => '{"source": "none"}'), (select count(*)::integer from public.leads where source is null), 'or those of which it is not known');
select is((public.lead_sources())[1], 'linkedin', 'the sources are listed, the most frequent first');
select is((select min(source) from public.find_leads(filters => '{"source": "google.com"}')), 'google.com', 'and on each lead');
select tests.act_as('customer');
select is(public.lead_sources(), null, 'for staff alone');
select tests.act_as('owner');

-- Privacy
select is(private.data_of('plain@nova.example') #>> '{leads,0,campaign}', 'Diwali26', 'the copy of a person''s data has it');
select private.erase_leads(array[(select id from public.leads where email = 'plain@nova.example')]);
select is(
  (select num_nonnulls(source, medium, campaign, referrer, landing_page) from public.leads where erased_at is not null), 0, 'and an erasure takes it'
);
select * from finish();
rollback;
