-- The back office's long lists (product.md, section 7): searched, filtered, sorted and paged. Nothing for anyone but
-- administrators and sales. These functions check the caller first and then use the indexes: under row level security the
-- policies are evaluated before a search, row by row. Statements are dynamic so that each is planned with its values: a
-- rare word and a common one are best found differently.

-- Whether the page of a product plays the video: a file, or the player of YouTube or Vimeo. Says the same of an address as the
-- website's rule (packages/shared/src/domain/video.ts).
create function private.is_playable_video(value text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select value ~* '^(https?://[^/?#]+)?/[^?#]*\.(mp4|webm)([?#]|$)'
    or value ~* '^https?://((www|m)\.)?youtu\.be/[\w-]{11}/?([?#]|$)'
    or value ~* '^https?://((www|m)\.)?youtube(-nocookie)?\.com/((embed|shorts|live)/[\w-]{11}/?([?#]|$)|watch\?([^#]*&)?v=[\w-]{11}([&#]|$))'
    or value ~* '^https?://((www|m)\.)?(player\.)?vimeo\.com/(video/)?\d{1,12}(/[\da-f]{1,32})?/?([?#]|$)'
$$;

-- The condition on private.product_search of a value of the filter "health"; null of an unknown one, and of untagged, which is one of
-- facets.
create function private.health_condition(value text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case value
    when 'draft' then ' and not is_sample'
    when 'hidden_featured' then ' and is_featured and not is_sample'
    when 'same_name' then
      ' and search_name in (select search_name from private.product_search group by search_name having count(*) > 1)'
    when 'same_image' then
      -- The same address, or copies of one picture, which have the same bytes: as many of them, and the same widths and
      -- colour. The demo's products share their drawings, which need no mending.
      ' and product_id in (
        select id from public.products
        where image_url in (select image_url from public.products group by image_url having count(*) > 1)
          and not exists (
            select from storage.objects
            where bucket_id = ''product-images'' and name = private.stored_image_name(image_url) and metadata ? ''demo''
          )
        union all
        select unnest(ids)
        from (
          select array_agg(product.id) as ids
          from public.products as product
          join storage.objects as object
            on object.bucket_id = ''product-images'' and object.name = private.stored_image_name(product.image_url)
          where product.image_widths is not null and object.metadata ? ''size'' and not object.metadata ? ''demo''
          group by object.metadata ->> ''size'', product.image_widths, product.image_colour
          having count(*) > 1
        ) as alike
      )'
    when 'dead_video' then
      ' and product_id in (select id from public.products where not private.is_playable_video(video_url))'
    when 'broken_image' then
      ' and product_id in (
        select id from public.products
        where private.stored_image_name(image_url) is not null and not exists (
          select from storage.objects
          where bucket_id = ''product-images'' and name = private.stored_image_name(image_url)
        )
      )'
    when 'no_description' then ' and product_id in (select id from public.products where description is null)'
    when 'one_picture' then format(
      ' and not facet_ids @> array[%L::uuid]
        and not exists (select from public.product_pictures as picture where picture.product_id = product_search.product_id)',
      private.facet_id('image')
    )
    when 'no_min_quantity' then ' and min_quantity is null'
    when 'no_hsn' then
      ' and not exists (
        select from public.product_terms as terms where terms.product_id = product_search.product_id and hsn is not null
      )'
    when 'old_gst_rate' then
      ' and product_id in (
        select product_id from public.product_terms
        where gst_rate is not null and gst_rate_from <= private.day_in_india(now()) - interval ''1 year''
      )'
  end;
end
$$;

-- The condition on private.product_search that words and filters make, with the patterns of the words as $1 and the facet
-- ids as $2. Each word is in the product's name or one of its codes, or in the name of its category or of one of its tags.
create function private.product_condition(words text, filters jsonb, out condition text, out facet_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  word record;
  named uuid[];
  filter record;
begin
  condition := 'true';
  facet_ids := '{}';
  for word in select pattern, position from unnest(private.word_patterns(words)) with ordinality as input (pattern, position) loop
    -- One letter is in most names, and is looked for in products only.
    named := array(
      select id from private.facets
      where section in ('category', 'industry', 'theme', 'doctor_type') and char_length(word.pattern) > 3
        and lower(name) like word.pattern
    );
    condition := condition || format(
      ' and (search_name like $1[%1$s] or codes like $1[%1$s]' || case when named = '{}' then ')' else ' or facet_ids && %2$L)' end,
      word.position, named
    );
  end loop;
  for filter in select key, value from jsonb_each_text(coalesce(filters, '{}')) order by key loop
    if filter.key in ('sample', 'featured') then
      condition := condition || format(' and is_%s = %L', filter.key, filter.value = 'yes');
    elsif filter.key = 'health' and filter.value = 'untagged' then
      facet_ids := facet_ids || array[private.facet_id('industry'), private.facet_id('theme'), private.facet_id('doctor_type')];
    elsif filter.key = 'health' and private.health_condition(filter.value) is not null then
      condition := condition || private.health_condition(filter.value);
    elsif filter.key in ('seen_never_asked', 'asked_never_quoted', 'quoted_declined') and filter.value = 'yes' then
      perform private.require(private.is_admin(), 'Only administrators can see figures');
      condition := condition || format(
        ' and product_id in (select product_id from private.product_counts where %s)', private.counted_products_condition(filter.key)
      );
    elsif filter.key = 'import' then
      perform private.require(private.is_admin(), 'Only administrators can see imports');
      condition := condition || format(
        ' and product_id in (select product_id from public.import_rows where import_id = %L and outcome in (''created'', ''updated''))', filter.value::uuid
      );
    elsif filter.value = 'none' and filter.key in (
      'category', 'subcategory', 'budget', 'industry', 'theme', 'doctor_type', 'image', 'video'
    ) then
      facet_ids := facet_ids || private.facet_id(filter.key);
    elsif filter.key = 'budget' then
      facet_ids := facet_ids || private.facet_id(filter.value);
    elsif filter.key in ('category', 'subcategory', 'industry', 'theme', 'doctor_type') then
      facet_ids := facet_ids || filter.value::uuid;
    else
      raise exception 'Products have no such filter: %', filter.key using errcode = '22023';
    end if;
  end loop;
  if facet_ids <> '{}' then
    condition := condition || ' and facet_ids @> $2';
  end if;
end
$$;

-- Words are parts of a product's name, its supplier code or the names of its category or tags, each character taken as it is and
-- whatever its case. Filters: category, subcategory, industry, theme and doctor_type take an id, budget a band; each of them, image
-- and video take none for products without one; sample and featured yes or no; seen_never_asked, asked_never_quoted and
-- quoted_declined, the lists of the figures, yes; health a value of health_condition; import the id of one.
create function private.find_products(
  words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 25 as $$
declare
  direction constant text := case when ascending then 'asc' else 'desc' end;
  id_direction constant text := case when ascending = (sorted = 'name') then 'asc' else 'desc' end;
  patterns constant text[] := private.word_patterns(words);
  matching record;
  sorting text := format('%I %s, product_id %s', sorted, direction, id_direction);
  unread text := 'true';
  ids uuid[];
begin
  if not private.is_staff() then
    return;
  end if;
  if sorted = 'match' and beyond is null then
    -- First names that begin with the words, then those in which each word begins one.
    sorting := format(
      $order$case when search_name like %L then 0 when ' ' || search_name like all (%L::text[]) then 1 else 2 end, name, product_id$order$,
      (select string_agg(substr(pattern, 2, char_length(pattern) - 2), ' ') from unnest(patterns) as pattern) || '%',
      array(select '% ' || substr(pattern, 2) from unnest(patterns) as pattern)
    );
  elsif sorted not in ('created_at', 'name') then
    raise exception 'Products are sorted by created_at or name, or by match on one page' using errcode = '22023';
  end if;
  matching := private.product_condition(words, filters);
  if beyond is not null then
    -- The first condition alone lets an index begin at the cursor; the second one is exact.
    unread := format(
      '%1$I %2$s= $3::%3$s and (%1$I %2$s $3::%3$s or product_id %4$s $4)',
      sorted, case when ascending then '>' else '<' end, case sorted when 'name' then 'text' else 'timestamptz' end,
      case id_direction when 'asc' then '>' else '<' end
    );
  end if;
  -- Sorted by an expression that no index has where two of facets, words and names come together: they depend on each
  -- other, which the planner does not know, and it might read an index in the list's order to its end. Several processes
  -- may find and sort.
  execute format(
    'select array(
       select product_id from (select product_id, %s, search_name from private.product_search where %s) as found
       where %s order by %s limit $5
     )',
    case
      when (matching.facet_ids <> '{}')::integer + cardinality(patterns) + (sorted <> 'created_at')::integer > 1
      then $columns$created_at + interval '0' as created_at, name || '' as name$columns$ else 'created_at, name'
    end,
    matching.condition, unread, sorting
  )
  into ids using patterns, matching.facet_ids, beyond, beyond_id, least(greatest(size, 0), 1000);
  return query select product.* from public.products as product where product.id = any (ids);
end
$$;

create function private.count_products(words text default '', filters jsonb default '{}') returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  matching record;
  number integer;
begin
  if not private.is_staff() then
    return null;
  end if;
  matching := private.product_condition(words, filters);
  execute 'select count(*) from private.product_search where ' || matching.condition
  into number using private.word_patterns(words), matching.facet_ids;
  return number;
end
$$;
select private.expose('find_products',
  'Products with all of the words, in any order, that meet the filters of product_condition: at most "size" of those beyond a created_at or name and an id, or of those that match best where "sorted" is match. In no order of their own. Nothing for anyone but administrators and sales.');

select private.expose('count_products',
  'How many products find_products finds in all. Null for anyone but administrators and sales.');

-- Words with references as search_text has them: a lead is found by the beginning of its id, whatever its reference begins with.
create function private.with_ids(words text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return regexp_replace(
    words, format('(^|\s)(?:%s[- ]?(?=[0-9a-f]{4,8}(?:\s|$))|[a-z]{1,4}-(?=[0-9a-f]{8}(?:\s|$)))', private.number_series()), '\1gw-', 'gi'
  );
end
$$;

-- The condition on leads of the words (their "patterns" are $1), in a range of time ($2 to before $3) or after a moment
-- ($4), and of filters, and the table or tables that it reads: `lead` only where it is needed. Words that are a telephone number
-- also find its digits. A merged lead is found by its reference alone; elsewhere the lead stands for it that it was merged into.
create function private.leads_condition(
  words text, since timestamptz, before timestamptz, after timestamptz, filters jsonb, sorted text default 'created_at',
  out condition text, out source text, out patterns text[]
)
language plpgsql stable set search_path = '' as $$
declare
  sought constant text := private.with_ids(words);
  unknown constant text := (
    select string_agg(key, ', ') from jsonb_object_keys(filters) as key where key not in (
      'state', 'assigned', 'unanswered', 'due_from', 'due_to', 'email', 'phone', 'mail', 'merged_into', 'reason', 'answered', 'weekday', 'about', 'company', 'source', 'campaign', 'answered_by'
    )
  );
begin
  perform private.require(unknown is null, 'Leads have no such filter: ' || unknown, '22023');
  patterns := private.word_patterns(sought);
  source := 'public.lead_handling as handling' || case
    when sought ~ '\S' or filters ? 'email' or sorted in ('name', 'company') then ' join public.leads as lead on lead.id = handling.lead_id' else ''
  end;
  condition := concat_ws(
    ' and ', 'true',
    (
      select format(
        '(%s %s)', string_agg(format('lead.search_text like $1[%s]', position), ' and '),
        'or lead.search_text like ' || quote_literal('%' || private.phone_digits(sought) || '%')
      )
      from generate_subscripts(patterns, 1) as position
      having count(*) > 0
    ),
    case
      when filters ? 'merged_into' then format('handling.merged_into = %L', (filters ->> 'merged_into')::uuid)
      when coalesce(sought, '') !~* '^\s*(gw[- ]?)?[0-9a-f]{4,8}\s*$' then 'handling.merged_into is null'
    end,
    case when since is not null then 'handling.created_at >= $2' end,
    case when before is not null then 'handling.created_at < $3' end,
    case when after is not null then 'handling.created_at > $4' end,
    case
      when filters ->> 'state' = 'open' then 'handling.state not in (''won'', ''lost'', ''withdrawn'', ''spam'')'
      when filters ? 'state' then format('handling.state = %L', filters ->> 'state')
    end,
    case
      when filters ->> 'assigned' = 'none' then 'handling.assigned_to is null'
      when filters ? 'assigned' then format('handling.assigned_to = %L', (filters ->> 'assigned')::uuid)
    end,
    case when filters ? 'reason' then format('private.reason_of_lead(handling.lead_id) = %L', filters ->> 'reason') end,
    case when filters ->> 'unanswered' = 'yes' then 'handling.answered_at is null and handling.state <> ''spam''' end,
    case when filters ->> 'answered' = 'yes' then 'handling.answered_at is not null' end,
    case when filters ? 'answered_by' then format(
      'handling.answered_at is not null and coalesce(handling.answered_by, handling.assigned_to) is not distinct from %L', nullif(filters ->> 'answered_by', 'none')::uuid
    ) end,
    (
      select format('handling.lead_id in (select id from public.leads where %s)', string_agg(format('%I is not distinct from %L', key, nullif(value, 'none')), ' and '))
      from jsonb_each_text(filters) where key in ('source', 'campaign') having count(*) > 0
    ),
    case when filters ? 'about' then format('handling.lead_id in (select lead_id from private.counted_leads where about = %L)', private.about_id(filters ->> 'about')) end,
    case
      when filters ? 'company' then format(
        'handling.lead_id in (select leads.id from public.contacts join public.leads on contact_id = contacts.id where company_id = %L)', (filters ->> 'company')::uuid
      )
    end,
    case when filters ? 'weekday' then format('extract(isodow from handling.created_at at time zone ''Asia/Kolkata'') = %s', (filters ->> 'weekday')::integer) end,
    case
      when filters ?| array['due_from', 'due_to'] then format(
        'handling.due_on between %L and %L and handling.state not in (''won'', ''lost'', ''withdrawn'', ''spam'')',
        coalesce((filters ->> 'due_from')::date, '-infinity'), coalesce((filters ->> 'due_to')::date, 'infinity')
      )
    end,
    case
      when filters ? 'email' then format(
        '(lower(lead.email) = lower(%L)%s)', filters ->> 'email',
        ' or lead.search_text like ' || quote_literal('%' || private.phone_digits(filters ->> 'phone') || '%')
      )
    end,
    case
      when filters ->> 'mail' = 'failed' then
        'handling.lead_id in (select lead_id from public.outbox where state <> ''sent'' and last_error is not null)'
    end
  );
end
$$;

-- Words are parts of a lead's texts, each character taken as it is and whatever its case, its city or any part of its reference, or
-- a telephone number however it is written. Filters: state, or open; assigned, the id of one of administrators() or none;
-- unanswered, yes; due_from and due_to, the days between which an open one is to be followed up; email, a whole address, and with
-- phone also those of that number; mail, failed; merged_into, the id of the lead that stands for them; reason, why its buyer
-- declined the last quotation: price, date, product, other or none; answered, yes; answered_by, the id of who answered first, or none;
-- weekday, the day of the week in India on which it came, from 1, Monday; source and campaign, or none; about, which products it is
-- about, like "product:", "category:", "theme:" or "industry:" with an id or "band:Rs.500-1000". Sorted by created_at, name, company, state, assigned or due.
create function private.find_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null,
  ascending boolean default false, beyond text default null, beyond_id uuid default null, size integer default 25,
  filters jsonb default '{}', sorted text default 'created_at'
) returns setof public.leads
language plpgsql stable security definer set search_path = '' rows 25 as $$
declare
  direction constant text := case when ascending then 'asc' else 'desc' end;
  behind constant text := case when ascending then '>' else '<' end;
  key constant text := jsonb_build_object(
    'created_at', 'handling.created_at', 'name', 'lead.name', 'company', 'lead.company', 'state', 'handling.state_key',
    'assigned', 'handling.assigned_key', 'due', 'handling.due_key'
  ) ->> sorted;
  key_type constant text := jsonb_build_object('created_at', 'timestamptz', 'state', 'integer', 'due', 'date') ->> sorted;
  matching record;
begin
  perform private.require(key is not null, 'Leads are sorted by created_at, name, company, state, assigned or due', '22023');
  if private.is_staff() then
    matching := private.leads_condition(words, since, before, after, coalesce(filters, '{}'), sorted);
    -- `offset 0` as for products: several words depend on each other, and a number is in few leads.
    return query execute
      'select lead.* from (select lead_id from (select handling.lead_id, ' || key || ' as key from '
      || matching.source || ' where ' || matching.condition
      || case when cardinality(matching.patterns) > 1 or private.phone_digits(words) is not null then ' offset 0' else '' end
      || ') as found where true'
      || case
        when beyond is not null
        then format(' and key %1$s= $5::%2$s and (key %1$s $5::%2$s or lead_id %1$s $6)', behind, coalesce(key_type, 'text'))
        else ''
      end
      || format(' order by key %1$s, lead_id %1$s limit $7) as found join public.leads as lead on lead.id = found.lead_id', direction)
    using matching.patterns, since, before, after, beyond, beyond_id, least(greatest(size, 0), 1000);
  end if;
end
$$;

create function private.count_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null,
  filters jsonb default '{}'
) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  matching record;
  number integer;
begin
  if not private.is_staff() then
    return null;
  end if;
  matching := private.leads_condition(words, since, before, after, coalesce(filters, '{}'));
  execute 'select count(*) from ' || matching.source || ' where ' || matching.condition
  into number using matching.patterns, since, before, after;
  return number;
end
$$;
select private.expose('find_leads',
  'Leads with all of the words, in any order, that came since, before or after a time, and that meet the filters of leads_condition: at most "size" of those beyond a value of what is sorted and an id. In no order of their own. Nothing for anyone but administrators and sales.');

select private.expose('count_leads', 'How many leads find_leads finds in all. Null for anyone but administrators and sales.');

create function private.lead_sources() returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select source from public.leads where source is not null group by source order by count(*) desc, source limit 100)
  where (select private.is_staff())
$$;
select private.expose('lead_sources', 'What led to the visits of leads, the most frequent first, at most 100. Null for anyone but administrators and sales.');

-- What customers and visitors searched for and did not find. Holds no person's data, and is small whatever is reported.
create table public.missed_searches (
  words text primary key constraint missed_searches_words_length check (char_length(words) between 2 and 60),
  searches integer not null default 1,
  searched_at timestamptz not null default now()
);
comment on table public.missed_searches is
  'Searches of the catalogue without any result in the last 90 days: the 500 searched most often, as of the last purge.';
comment on column public.missed_searches.words is 'As they were typed first; in another order and form they are the same search.';
comment on column public.missed_searches.searches is 'How often it was searched for, once for a client and day.';

create unique index missed_searches_compared on public.missed_searches (private.search_words(words));
select private.enable_row_security('public.missed_searches');
grant delete on public.missed_searches to authenticated;
create policy "administrators read" on public.missed_searches for select to authenticated
using ((select private.is_admin()) and searched_at > now() - interval '90 days');
create policy "administrators delete" on public.missed_searches for delete to authenticated using ((select private.is_admin()));

-- The client is a hash that differs each day.
create table private.missed_search_reports (
  client text not null,
  words text not null,
  reported_at timestamptz not null default now(),
  primary key (client, words)
);
comment on table private.missed_search_reports is 'The missed searches that each client has reported today, so that each counts once.';

-- Words count once for a client and day, and twenty different searches do: a program does not fill the list from one address. A client is a network; an account where the server in
-- front names none, and all visitors together.
create function private.report_missed_search(q text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  query_words constant text := array_to_string(private.search_words(left(q, 200)), ' ');
  typed constant text := regexp_replace(private.trimmed(left(q, 200)), '\s+', ' ', 'g');
  page jsonb;
  caller constant text := md5(concat_ws(' ', private.day_in_india(now()), coalesce(private.client_network(), auth.uid()::text)));
begin
  -- An address, a telephone number or a whole text is no search for a product.
  if query_words = '' or char_length(typed) not between 2 and 60 or q is null or q ~ '@|([0-9][^0-9]{0,2}){7}' or private.is_staff() then
    return;
  end if;
  -- Serialises concurrent reports of one client.
  perform pg_advisory_xact_lock(hashtextextended('missed search of ' || caller, 0));
  if (
    select count(*) >= 20 or coalesce(bool_or(words = query_words), false) from private.missed_search_reports where client = caller
  ) or (
    select count(*) >= 30 from public.missed_searches where searched_at > now() - interval '1 minute'
  ) then
    return;
  end if;
  -- A search of which words were left out is missed, too.
  page := private.catalogue_page_of(jsonb_build_object('q', q, 'page_size', 1));
  if (page ->> 'total')::bigint > 0 and page #> '{search,left_out}' is null then
    return;
  end if;
  insert into private.missed_search_reports (client, words) values (caller, query_words);
  insert into public.missed_searches (words) values (typed)
  on conflict (private.search_words(words)) do update set searches = missed_searches.searches + 1, searched_at = excluded.searched_at;
  if private.is_counted_visit() then
    perform private.count_words('not_found', array[q]);
  end if;
end
$$;
select private.expose('report_missed_search',
  'Counts a search of the catalogue that finds nothing, or nothing with all of its words, once for a client and day; does nothing for one that finds something, looks like a person''s data, or is an administrator''s.');

-- How many products find_products finds by a value of a filter, the values of the catalogue's filters that no sample product has,
-- and the twenty searches that most often found nothing.
create function private.catalogue_health() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'products', (
      select jsonb_agg(
        jsonb_build_object(
          'filter', filter, 'value', value, 'products', private.count_products('', jsonb_build_object(filter, value))
        )
        order by position
      )
      from (values
        (1, 'health', 'draft'), (2, 'health', 'hidden_featured'), (3, 'health', 'broken_image'), (4, 'image', 'none'),
        (5, 'category', 'none'), (6, 'budget', 'none'), (7, 'industry', 'none'), (8, 'theme', 'none'),
        (9, 'health', 'untagged'), (10, 'health', 'same_name'), (11, 'health', 'same_image'), (12, 'health', 'dead_video'),
        (13, 'health', 'no_description'), (14, 'health', 'one_picture'), (15, 'health', 'no_min_quantity'), (16, 'health', 'no_hsn'),
        (17, 'health', 'old_gst_rate')
      ) as counted (position, filter, value)
    ),
    'unused', (
      select coalesce(jsonb_agg(jsonb_build_object('table', table_name, 'name', name) order by table_name, name), '[]')
      from private.facets
      where table_name is not null
        and id not in (select distinct unnest(facet_ids) from private.product_search where is_sample)
    ),
    'missed', (
      select coalesce(
        jsonb_agg(jsonb_build_object('words', words, 'searches', searches, 'searched_at', searched_at) order by searches desc, searched_at desc),
        '[]'
      )
      from (
        select * from public.missed_searches
        where searched_at > now() - interval '90 days' order by searches desc, searched_at desc limit 20
      ) as most
    )
  ) where (select private.is_staff())
$$;
select private.expose('catalogue_health',
  'What needs attention: {"products": [{"filter", "value", "products"}], "unused": [{"table", "name"}], "missed": [{"words", "searches", "searched_at"}]}. Null for anyone but administrators and sales.');
