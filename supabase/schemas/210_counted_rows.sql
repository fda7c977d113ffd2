-- Which leads and quotations the owner's figures count for a product, and for a category, theme, industry or band: the lists of leads
-- and quotations have it as the filter "about", so that each figure has as many rows as its list (product.md, section 2, Figures).

create table private.counted_leads (
  about uuid not null,
  lead_id uuid not null references public.lead_handling (lead_id) on delete cascade,
  primary key (about, lead_id)
);
comment on table private.counted_leads is 'The leads that asked for a product, and for its groups as they were then.';
comment on column private.counted_leads.about is 'The id of a product, category, theme or industry, or private.facet_id of a budget band.';
create index counted_leads_of_lead on private.counted_leads (lead_id);

create table private.counted_quotations (
  stage text collate "C" not null constraint counted_quotations_stage_known check (stage in ('quoted', 'accepted', 'declined')),
  about uuid not null,
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  primary key (about, stage, quotation_id)
);
comment on table private.counted_quotations is 'The quotations that had a product when they were sent, accepted or declined, and for its groups as they were then.';
create index counted_quotations_of_quotation on private.counted_quotations (quotation_id);


-- What a product counts for beside itself.
create function private.counted_groups(facet_ids uuid[]) returns setof uuid
language sql stable set search_path = '' as $$
  select id from private.facets where id = any (facet_ids) and section in ('category', 'theme', 'industry', 'budget')
$$;

-- The id of a key like those of public.daily_counts: "product:", "category:", "theme:" or "industry:" with an id, "band:" with a band.
create function private.about_id(key text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  perform private.require(
    key ~ '^(product|category|theme|industry):[0-9a-f-]{36}$' or key ~ '^band:.', 'Choose figures of a product, category, theme, industry or band', '22023'
  );
  return case when key like 'band:%' then private.facet_id(substr(key, 6)) else substr(key, strpos(key, ':') + 1)::uuid end;
end
$$;

-- How many leads and quotations of a time are about each of these; merged leads are counted with the lead that stands for them.
create function private.counts_about(ids uuid[], since timestamptz, before timestamptz)
returns table (about uuid, asked bigint, quoted bigint, accepted bigint, declined bigint)
language sql stable set search_path = '' as $$
  select
    about, count(*) filter (where stage = 'asked'), count(*) filter (where stage = 'quoted'), count(*) filter (where stage = 'accepted'),
    count(*) filter (where stage = 'declined')
  from (
    select counted.about, 'asked' as stage
    from private.counted_leads as counted join public.lead_handling as handling using (lead_id)
    where counted.about = any (ids) and merged_into is null and created_at >= since and created_at < before
    union all
    select counted.about, stage
    from private.counted_quotations as counted join public.quotations as quotation on quotation.id = quotation_id
    where counted.about = any (ids) and created_at >= since and created_at < before and stage in ('quoted', state)
  ) as listed
  group by about
$$;
