-- The catalogue (specification, sections 2, 4 and 7): filtered, counted and cut into pages by the database. Visitors
-- without a session get the preview, whatever they ask for.

-- The id behind a filter's value, which is a name or an id; null when there is none, and then nothing matches.
create function private.id_of(named regclass, value text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  matching uuid;
begin
  execute format('select id from %s where name = $1 or id::text = lower($1) order by name = $1 desc limit 1', named)
  into matching using value;
  return matching;
end
$$;
revoke execute on function private.id_of(regclass, text) from public;

-- Where a page ends, as the text that asks for the next one: the last product's time in microseconds, and its id.
create function private.page_cursor(created_at timestamptz, id uuid) returns text
language sql immutable set search_path = ''
as $$
  select (extract(epoch from created_at) * 1000000)::bigint || '.' || id
$$;
revoke execute on function private.page_cursor(timestamptz, uuid) from public;

create function private.read_page_cursor(after text, out created_at timestamptz, out id uuid)
language plpgsql immutable set search_path = ''
as $$
declare
  microseconds bigint;
begin
  if after !~ '^-?[0-9]{1,19}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise exception using errcode = '22023';
  end if;
  microseconds := split_part(after, '.', 1)::bigint;
  -- By days and seconds, since one factor for both would be rounded to the 53 bits of a double.
  created_at := (
    timestamp 'epoch'
    + make_interval(days => (microseconds / 86400000000)::integer, secs => (microseconds % 86400000000) / 1000000.0)
  ) at time zone 'UTC';
  id := split_part(after, '.', 2)::uuid;
exception
  when data_exception then
    raise exception 'The place to go on from ("after") is not one that this catalogue gave' using errcode = '22023';
end
$$;
revoke execute on function private.read_page_cursor(text) from public;

-- Sees all products, hence the fixed conditions: samples only, and no more than the preview without a session.
-- The statement is put together so that each combination of filters gets a plan, and indexes, of its own.
create function private.catalogue_page(
  industry text, category text, subcategory text, budget text, theme text, doctor_type text, after text, page_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  size constant integer := least(greatest(coalesce(page_size, 48), 1), case when is_visitor then 12 else 100 end);
  matching text := 'from public.products as product where product.is_sample';
  unread text := '';
  category_id uuid;
  subcategory_ids uuid[];
  industry_id uuid;
  theme_id uuid;
  doctor_type_id uuid;
  last_created_at timestamptz;
  last_id uuid;
  total bigint;
  products jsonb;
  next text;
begin
  if category is not null then
    category_id := private.id_of('public.categories', category);
    matching := matching || ' and product.category_id = $1';
  end if;
  if subcategory is not null then
    -- Subcategories of different categories may share a name.
    subcategory_ids := array(
      select found.id from public.subcategories as found where found.name = subcategory or found.id::text = lower(subcategory)
    );
    matching := matching || ' and product.subcategory_id = any ($2)';
  end if;
  if budget is not null then
    matching := matching || ' and product.budget = $3';
  end if;
  if industry is not null then
    industry_id := private.id_of('public.industry_tags', industry);
    matching := matching || ' and exists (select from public.product_industry_tags as link'
      ' where link.product_id = product.id and link.industry_tag_id = $4)';
  end if;
  if theme is not null then
    theme_id := private.id_of('public.themes', theme);
    matching := matching || ' and exists (select from public.product_themes as link'
      ' where link.product_id = product.id and link.theme_id = $5)';
  end if;
  if doctor_type is not null then
    doctor_type_id := private.id_of('public.doctor_type_tags', doctor_type);
    matching := matching || ' and exists (select from public.product_doctor_type_tags as link'
      ' where link.product_id = product.id and link.doctor_type_tag_id = $6)';
  end if;

  if after is not null and not is_visitor then
    select ending.created_at, ending.id into last_created_at, last_id from private.read_page_cursor(after) as ending;
    unread := ' and product.created_at <= $7 and (product.created_at < $7 or product.id > $8)';
  end if;

  execute 'select count(*) ' || matching
  into total
  using category_id, subcategory_ids, budget, industry_id, theme_id, doctor_type_id;

  -- One product more than asked for tells whether there is a next page.
  execute
    'with page as materialized ('
    '  select product.*, row_number() over (order by product.created_at desc, product.id) as place ' || matching || unread ||
    '  order by product.created_at desc, product.id limit $9 + 1'
    ') select'
    '  coalesce('
    '    jsonb_agg('
    '      jsonb_build_object('
    '        ''id'', page.id, ''name'', page.name, ''image_url'', page.image_url, ''video_url'', page.video_url,'
    '        ''themes'', array('
    '          select theme.name from public.product_themes as link join public.themes as theme on theme.id = link.theme_id'
    '          where link.product_id = page.id order by lower(theme.name), theme.name'
    '        )'
    '      ) order by page.place'
    '    ) filter (where page.place <= $9),'
    '    ''[]'''
    '  ),'
    '  case when max(page.place) > $9 then max(private.page_cursor(page.created_at, page.id)) filter (where page.place = $9) end '
    'from page'
  into products, next
  using category_id, subcategory_ids, budget, industry_id, theme_id, doctor_type_id, last_created_at, last_id, size;

  return jsonb_build_object('total', total, 'products', products, 'next', case when not is_visitor then next end);
end
$$;
revoke execute on function private.catalogue_page(text, text, text, text, text, text, text, integer) from public;
grant execute on function private.catalogue_page(text, text, text, text, text, text, text, integer)
to anon, authenticated, service_role;

create function public.catalogue_page(
  industry text default null,
  category text default null,
  subcategory text default null,
  budget text default null,
  theme text default null,
  doctor_type text default null,
  after text default null,
  page_size integer default 48
) returns jsonb
language sql stable set search_path = ''
as $$
  select private.catalogue_page(industry, category, subcategory, budget, theme, doctor_type, after, page_size)
$$;
comment on function public.catalogue_page is
  'One page of sample products, newest first: {"total", "products": [{"id", "name", "image_url", "video_url", "themes"}], "next"}. Filters take a name or an id; "after" takes the "next" of the page before. Without a session: at most 12 products and no next page.';

-- Everything that the catalogue can be filtered by, in one answer.
create function public.catalogue_filters() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'industries', (
      select coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name) order by lower(tag.name)), '[]')
      from public.industry_tags as tag
    ),
    'categories', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', category.id,
            'name', category.name,
            'subcategories', (
              select coalesce(
                jsonb_agg(
                  jsonb_build_object('id', subcategory.id, 'name', subcategory.name)
                  order by lower(subcategory.name), subcategory.name, subcategory.id
                ),
                '[]'
              )
              from public.subcategory_categories as link
              join public.subcategories as subcategory on subcategory.id = link.subcategory_id
              where link.category_id = category.id
            )
          ) order by lower(category.name)
        ),
        '[]'
      )
      from public.categories as category
    ),
    'themes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', theme.id, 'name', theme.name) order by lower(theme.name)), '[]')
      from public.themes as theme
    ),
    'doctor_types', (
      select coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name) order by lower(tag.name)), '[]')
      from public.doctor_type_tags as tag
    )
  )
$$;

revoke execute on function public.catalogue_page(text, text, text, text, text, text, text, integer) from public;
revoke execute on function public.catalogue_filters() from public;
grant execute on function public.catalogue_page(text, text, text, text, text, text, text, integer)
to anon, authenticated, service_role;
grant execute on function public.catalogue_filters() to anon, authenticated, service_role;
