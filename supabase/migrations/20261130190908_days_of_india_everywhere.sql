-- days of india everywhere
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- The condition on private.product_search of a value of the filter "health"; null of an unknown one, and of untagged, which is one of
-- facets.
create or replace function private.health_condition(value text) returns text
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

-- Words count once for a client and day, and twenty different searches do: a program does not fill the list from one address. A client is a network; an account where the server in
-- front names none, and all visitors together.
create or replace function private.report_missed_search(q text) returns void
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

-- The time that is so many working days before another, from Monday to Friday in India: a weekend is the first moment of its Monday.
create function private.working_time_before(at timestamptz, days integer) returns timestamptz
language sql immutable set search_path = '' as $$
  select (private.working_days_before(here::date, days) + case when extract(isodow from here) < 6 then here::time else '00:00' end) at time zone 'Asia/Kolkata'
  from (select at at time zone 'Asia/Kolkata' as here) as clock
$$;

-- One row a sample, with its lead, whose work it is, and for what it is overdue.
create or replace view private.sample_rows with (security_invoker = true) as
select
  sample.*, lead.company as buyer_company, lead.name as buyer, lead.reference, quotation.number as quotation_number, standing.lead_id as standing_lead,
  coalesce(quotation.owner_id, standing.assigned_to) as owner_id, coalesce(quotation.owner_email, standing.assigned_email) as owner_email,
  sample.delivered_on + return_days as return_by,
  array_remove(array[
    case when sample.state = 'asked' and sample.created_at < private.working_time_before(now(), 2) then 'asked' end,
    case when sample.state = 'sent' and sample.sent_on < today - 10 then 'sent' end,
    case when sample.state = 'delivered' and sample.delivered_on + return_days < today then 'return' end,
    case when sample.state = 'delivered' and sample.verdict is null and sample.delivered_on < today - 7 then 'verdict' end
  ], null) as overdue,
  lower(concat_ws(' ', sample.name, sample.colour, lead.company, lead.name, lead.reference, quotation.number, sample.courier, sample.tracking_number)) as search_text
from public.samples as sample
join public.leads as lead on lead.id = sample.lead_id
join public.lead_handling as own on own.lead_id = sample.lead_id
join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
left join public.quotations as quotation on quotation.id = sample.quotation_id
cross join private.sample_rules() cross join private.day_in_india(now()) as today;

revoke all on function private.working_time_before(at timestamp with time zone, days integer) from public, anon, authenticated, service_role;

-- The days of a request are counted in India, so nothing calls it: unused since 1.1.0.
drop function private.working_days_ago(days integer);
-- Written until here.
