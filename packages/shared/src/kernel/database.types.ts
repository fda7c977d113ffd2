// Written from supabase/migrations by packages/tooling/src/database/generate-types.ts, never by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      access_log: {
        Row: {
          action: string
          actor_email: string
          actor_id: string | null
          at: string
          contact_id: string | null
          lead_id: string | null
          lead_ids: string[] | null
          leads: number
          number: number
        }
        ComputedFields: never
        Insert: {
          action: string
          actor_email: string
          actor_id?: string | null
          at?: string
          contact_id?: string | null
          lead_id?: string | null
          lead_ids?: string[] | null
          leads: number
          number?: never
        }
        Update: {
          action?: string
          actor_email?: string
          actor_id?: string | null
          at?: string
          contact_id?: string | null
          lead_id?: string | null
          lead_ids?: string[] | null
          leads?: number
          number?: never
        }
        Relationships: [
          {
            foreignKeyName: 'access_log_contact_id_fkey'
            columns: ['contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'access_log_lead_id_fkey'
            columns: ['lead_id']
            isOneToOne: false
            referencedRelation: 'leads'
            referencedColumns: ['id']
          },
        ]
      }
      branding_methods: {
        Row: {
          created_at: string
          id: string
          name: string
          version: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          name: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          version?: number
        }
        Relationships: []
      }
      breaches: {
        Row: {
          consequences: string | null
          contact: string | null
          extent: string | null
          id: string
          known_since: string | null
          letter: string | null
          location: string | null
          measures: string | null
          nature: string | null
          since: string | null
          tables: string[]
          timing: string | null
          until: string | null
          version: number
        }
        ComputedFields: never
        Insert: {
          consequences?: string | null
          contact?: string | null
          extent?: string | null
          id?: string
          known_since?: string | null
          letter?: string | null
          location?: string | null
          measures?: string | null
          nature?: string | null
          since?: string | null
          tables?: string[]
          timing?: string | null
          until?: string | null
          version?: number
        }
        Update: {
          consequences?: string | null
          contact?: string | null
          extent?: string | null
          id?: string
          known_since?: string | null
          letter?: string | null
          location?: string | null
          measures?: string | null
          nature?: string | null
          since?: string | null
          tables?: string[]
          timing?: string | null
          until?: string | null
          version?: number
        }
        Relationships: []
      }
      buyer_details: {
        Row: {
          billing_address: string | null
          delivery_places: NonNullable<Json>
          given_at: string
          gstin: string | null
          quotation_id: string
        }
        ComputedFields: never
        Insert: {
          billing_address?: string | null
          delivery_places?: NonNullable<Json>
          given_at?: string
          gstin?: string | null
          quotation_id: string
        }
        Update: {
          billing_address?: string | null
          delivery_places?: NonNullable<Json>
          given_at?: string
          gstin?: string | null
          quotation_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'buyer_details_quotation_id_fkey'
            columns: ['quotation_id']
            isOneToOne: true
            referencedRelation: 'quotations'
            referencedColumns: ['id']
          },
        ]
      }
      campaign_links: {
        Row: {
          created_at: string
          id: string
          medium: string | null
          name: string
          path: string
          source: string
          version: number
          word: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          medium?: string | null
          name: string
          path: string
          source: string
          version?: number
          word: string
        }
        Update: {
          created_at?: string
          id?: string
          medium?: string | null
          name?: string
          path?: string
          source?: string
          version?: number
          word?: string
        }
        Relationships: []
      }
      categories: {
        Row: {
          created_at: string
          description: string | null
          id: string
          name: string
          version: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description?: string | null
          id?: string
          name: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string | null
          id?: string
          name?: string
          version?: number
        }
        Relationships: []
      }
      client_logos: {
        Row: {
          created_at: string
          id: string
          logo_url: string
          name: string
          version: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          logo_url: string
          name: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          logo_url?: string
          name?: string
          version?: number
        }
        Relationships: []
      }
      companies: {
        Row: {
          billing_address: string | null
          created_at: string
          domains: string[]
          gstin: string | null
          id: string
          merged: Json | null
          merged_into: string | null
          name: string
          next_on: string | null
          next_step: string | null
          note: string | null
          owner_id: string | null
          terms: string | null
          version: number
        }
        ComputedFields: never
        Insert: {
          billing_address?: string | null
          created_at?: string
          domains?: string[]
          gstin?: string | null
          id?: string
          merged?: Json | null
          merged_into?: string | null
          name: string
          next_on?: string | null
          next_step?: string | null
          note?: string | null
          owner_id?: string | null
          terms?: string | null
          version?: number
        }
        Update: {
          billing_address?: string | null
          created_at?: string
          domains?: string[]
          gstin?: string | null
          id?: string
          merged?: Json | null
          merged_into?: string | null
          name?: string
          next_on?: string | null
          next_step?: string | null
          note?: string | null
          owner_id?: string | null
          terms?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'companies_merged_into_fkey'
            columns: ['merged_into']
            isOneToOne: false
            referencedRelation: 'companies'
            referencedColumns: ['id']
          },
        ]
      }
      contacts: {
        Row: {
          company_id: string | null
          created_at: string
          designation: string | null
          email: string
          erased_at: string | null
          id: string
          name: string | null
          phone: string | null
          user_id: string | null
        }
        ComputedFields: never
        Insert: {
          company_id?: string | null
          created_at?: string
          designation?: string | null
          email: string
          erased_at?: string | null
          id?: string
          name?: string | null
          phone?: string | null
          user_id?: string | null
        }
        Update: {
          company_id?: string | null
          created_at?: string
          designation?: string | null
          email?: string
          erased_at?: string | null
          id?: string
          name?: string | null
          phone?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'contacts_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'companies'
            referencedColumns: ['id']
          },
        ]
      }
      daily_counts: {
        Row: {
          day: string
          key: string
          kind: string
          number: number
        }
        ComputedFields: never
        Insert: {
          day: string
          key: string
          kind: string
          number: number
        }
        Update: {
          day?: string
          key?: string
          kind?: string
          number?: number
        }
        Relationships: []
      }
      deleted_records: {
        Row: {
          deleted_at: string
          entity: string
          id: string
          image_names: string[]
          links: NonNullable<Json>
          name: string
          part_of: string | null
          products: number
          record: NonNullable<Json>
          scope: string
        }
        ComputedFields: never
        Insert: {
          deleted_at?: string
          entity: string
          id: string
          image_names?: string[]
          links: NonNullable<Json>
          name: string
          part_of?: string | null
          products: number
          record: NonNullable<Json>
          scope?: string
        }
        Update: {
          deleted_at?: string
          entity?: string
          id?: string
          image_names?: string[]
          links?: NonNullable<Json>
          name?: string
          part_of?: string | null
          products?: number
          record?: NonNullable<Json>
          scope?: string
        }
        Relationships: []
      }
      doctor_type_tags: {
        Row: {
          created_at: string
          id: string
          name: string
          version: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          name: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          version?: number
        }
        Relationships: []
      }
      favourites: {
        Row: {
          created_at: string
          product_id: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          product_id: string
          user_id?: string
        }
        Update: {
          created_at?: string
          product_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'favourites_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      import_rows: {
        Row: {
          errors: NonNullable<Json>
          former: Json | null
          image_names: string[]
          import_id: string
          notes: NonNullable<Json>
          number: number
          outcome: string | null
          product_id: string | null
          record: NonNullable<Json>
          saved_version: number | null
        }
        ComputedFields: never
        Insert: {
          errors?: NonNullable<Json>
          former?: Json | null
          image_names?: string[]
          import_id: string
          notes?: NonNullable<Json>
          number: number
          outcome?: string | null
          product_id?: string | null
          record: NonNullable<Json>
          saved_version?: number | null
        }
        Update: {
          errors?: NonNullable<Json>
          former?: Json | null
          image_names?: string[]
          import_id?: string
          notes?: NonNullable<Json>
          number?: number
          outcome?: string | null
          product_id?: string | null
          record?: NonNullable<Json>
          saved_version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'import_rows_import_id_fkey'
            columns: ['import_id']
            isOneToOne: false
            referencedRelation: 'imports'
            referencedColumns: ['id']
          },
        ]
      }
      imports: {
        Row: {
          created: NonNullable<Json>
          created_at: string
          id: string
          name: string
          options: NonNullable<Json>
          row_count: number
          stayed: NonNullable<Json>
          undone_at: string | null
        }
        ComputedFields: never
        Insert: {
          created?: NonNullable<Json>
          created_at?: string
          id?: string
          name: string
          options: NonNullable<Json>
          row_count: number
          stayed?: NonNullable<Json>
          undone_at?: string | null
        }
        Update: {
          created?: NonNullable<Json>
          created_at?: string
          id?: string
          name?: string
          options?: NonNullable<Json>
          row_count?: number
          stayed?: NonNullable<Json>
          undone_at?: string | null
        }
        Relationships: []
      }
      industry_tags: {
        Row: {
          created_at: string
          has_doctor_types: boolean
          id: string
          name: string
          version: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          has_doctor_types?: boolean
          id?: string
          name: string
          version?: number
        }
        Update: {
          created_at?: string
          has_doctor_types?: boolean
          id?: string
          name?: string
          version?: number
        }
        Relationships: []
      }
      lead_events: {
        Row: {
          actor_email: string
          actor_id: string | null
          created_at: string
          kind: string
          lead_id: string
          note: string | null
          number: number
          reason: string | null
          value: string | null
        }
        ComputedFields: never
        Insert: {
          actor_email: string
          actor_id?: string | null
          created_at?: string
          kind: string
          lead_id: string
          note?: string | null
          number?: never
          reason?: string | null
          value?: string | null
        }
        Update: {
          actor_email?: string
          actor_id?: string | null
          created_at?: string
          kind?: string
          lead_id?: string
          note?: string | null
          number?: never
          reason?: string | null
          value?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'lead_events_lead_id_fkey'
            columns: ['lead_id']
            isOneToOne: false
            referencedRelation: 'leads'
            referencedColumns: ['id']
          },
        ]
      }
      lead_handling: {
        Row: {
          answered_at: string | null
          answered_by: string | null
          assigned_email: string | null
          assigned_key: string | null
          assigned_to: string | null
          created_at: string
          due_key: string | null
          due_on: string | null
          lead_id: string
          merged_into: string | null
          notes: number
          state: string
          state_key: number | null
        }
        ComputedFields: never
        Insert: {
          answered_at?: string | null
          answered_by?: string | null
          assigned_email?: string | null
          assigned_key?: never
          assigned_to?: string | null
          created_at: string
          due_key?: never
          due_on?: string | null
          lead_id: string
          merged_into?: string | null
          notes?: number
          state?: string
          state_key?: never
        }
        Update: {
          answered_at?: string | null
          answered_by?: string | null
          assigned_email?: string | null
          assigned_key?: never
          assigned_to?: string | null
          created_at?: string
          due_key?: never
          due_on?: string | null
          lead_id?: string
          merged_into?: string | null
          notes?: number
          state?: string
          state_key?: never
        }
        Relationships: [
          {
            foreignKeyName: 'lead_handling_lead_id_fkey'
            columns: ['lead_id']
            isOneToOne: true
            referencedRelation: 'leads'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lead_handling_merged_into_fkey'
            columns: ['merged_into']
            isOneToOne: false
            referencedRelation: 'lead_handling'
            referencedColumns: ['lead_id']
          },
        ]
      }
      lead_items: {
        Row: {
          colours: Json | null
          id: string
          lead_id: string
          name: string
          note: string | null
          position: number
          product_id: string | null
          quantity: number | null
        }
        ComputedFields: never
        Insert: {
          colours?: Json | null
          id?: string
          lead_id: string
          name: string
          note?: string | null
          position: number
          product_id?: string | null
          quantity?: number | null
        }
        Update: {
          colours?: Json | null
          id?: string
          lead_id?: string
          name?: string
          note?: string | null
          position?: number
          product_id?: string | null
          quantity?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'lead_items_lead_id_fkey'
            columns: ['lead_id']
            isOneToOne: false
            referencedRelation: 'leads'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lead_items_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      lead_replies: {
        Row: {
          attachments: NonNullable<Json>
          created_at: string
          event_number: number
          files: string[] | null
          reply: string
          subject: string
          text: string
        }
        ComputedFields: never
        Insert: {
          attachments?: NonNullable<Json>
          created_at?: string
          event_number: number
          files?: string[] | null
          reply: string
          subject: string
          text: string
        }
        Update: {
          attachments?: NonNullable<Json>
          created_at?: string
          event_number?: number
          files?: string[] | null
          reply?: string
          subject?: string
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: 'lead_replies_event_number_fkey'
            columns: ['event_number']
            isOneToOne: true
            referencedRelation: 'lead_events'
            referencedColumns: ['number']
          },
        ]
      }
      leads: {
        Row: {
          budget_per_gift: number | null
          campaign: string | null
          company: string
          contact_id: string | null
          created_at: string
          delivery_city: string | null
          email: string
          erased_at: string | null
          id: string
          landing_page: string | null
          lines_hash: string | null
          link: string | null
          marketing_consent: boolean
          medium: string | null
          message: string | null
          name: string
          needed_by: string | null
          notice_at: string | null
          notice_language: string | null
          notice_version: number | null
          phone: string
          reference: string
          referrer: string | null
          search_text: string | null
          selected_products: string[] | null
          sender_id: string | null
          source: string | null
          wants_branding: boolean
        }
        ComputedFields: never
        Insert: {
          budget_per_gift?: number | null
          campaign?: string | null
          company: string
          contact_id?: string | null
          created_at?: string
          delivery_city?: string | null
          email: string
          erased_at?: string | null
          id?: string
          landing_page?: string | null
          lines_hash?: string | null
          link?: string | null
          marketing_consent?: boolean
          medium?: string | null
          message?: string | null
          name: string
          needed_by?: string | null
          notice_at?: string | null
          notice_language?: string | null
          notice_version?: number | null
          phone: string
          reference?: string
          referrer?: string | null
          search_text?: never
          selected_products?: string[] | null
          sender_id?: string | null
          source?: string | null
          wants_branding?: boolean
        }
        Update: {
          budget_per_gift?: number | null
          campaign?: string | null
          company?: string
          contact_id?: string | null
          created_at?: string
          delivery_city?: string | null
          email?: string
          erased_at?: string | null
          id?: string
          landing_page?: string | null
          lines_hash?: string | null
          link?: string | null
          marketing_consent?: boolean
          medium?: string | null
          message?: string | null
          name?: string
          needed_by?: string | null
          notice_at?: string | null
          notice_language?: string | null
          notice_version?: number | null
          phone?: string
          reference?: string
          referrer?: string | null
          search_text?: never
          selected_products?: string[] | null
          sender_id?: string | null
          source?: string | null
          wants_branding?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'leads_contact_id_fkey'
            columns: ['contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['id']
          },
        ]
      }
      list_views: {
        Row: {
          created_at: string
          id: string
          list: string
          name: string | null
          owner_id: string
          settings: NonNullable<Json>
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          list: string
          name?: string | null
          owner_id?: string
          settings: NonNullable<Json>
        }
        Update: {
          created_at?: string
          id?: string
          list?: string
          name?: string | null
          owner_id?: string
          settings?: NonNullable<Json>
        }
        Relationships: []
      }
      missed_searches: {
        Row: {
          searched_at: string
          searches: number
          words: string
        }
        ComputedFields: never
        Insert: {
          searched_at?: string
          searches?: number
          words: string
        }
        Update: {
          searched_at?: string
          searches?: number
          words?: string
        }
        Relationships: []
      }
      order_dispatches: {
        Row: {
          courier: string | null
          delivered_at: string | null
          dispatched_at: string
          id: string
          order_id: string
          order_line_id: string
          place_id: string | null
          quantity: number
          tracking_number: string | null
          tracking_url: string | null
        }
        ComputedFields: never
        Insert: {
          courier?: string | null
          delivered_at?: string | null
          dispatched_at?: string
          id?: string
          order_id: string
          order_line_id: string
          place_id?: string | null
          quantity: number
          tracking_number?: string | null
          tracking_url?: string | null
        }
        Update: {
          courier?: string | null
          delivered_at?: string | null
          dispatched_at?: string
          id?: string
          order_id?: string
          order_line_id?: string
          place_id?: string | null
          quantity?: number
          tracking_number?: string | null
          tracking_url?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'order_dispatches_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_dispatches_order_line_id_fkey'
            columns: ['order_line_id']
            isOneToOne: false
            referencedRelation: 'order_lines'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_dispatches_place_id_fkey'
            columns: ['place_id']
            isOneToOne: false
            referencedRelation: 'order_places'
            referencedColumns: ['id']
          },
        ]
      }
      order_events: {
        Row: {
          actor_id: string | null
          actor_name: string
          created_at: string
          kind: string
          number: number
          order_id: string
          order_line_id: string | null
          value: NonNullable<Json>
        }
        ComputedFields: never
        Insert: {
          actor_id?: string | null
          actor_name: string
          created_at?: string
          kind: string
          number?: never
          order_id: string
          order_line_id?: string | null
          value?: NonNullable<Json>
        }
        Update: {
          actor_id?: string | null
          actor_name?: string
          created_at?: string
          kind?: string
          number?: never
          order_id?: string
          order_line_id?: string | null
          value?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: 'order_events_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_events_order_line_id_fkey'
            columns: ['order_line_id']
            isOneToOne: false
            referencedRelation: 'order_lines'
            referencedColumns: ['id']
          },
        ]
      }
      order_lines: {
        Row: {
          id: string
          line_id: string
          needs_proof: boolean
          order_id: string
          position: number
          quantity: number
          state: string
        }
        ComputedFields: never
        Insert: {
          id?: string
          line_id: string
          needs_proof: boolean
          order_id: string
          position: number
          quantity: number
          state?: string
        }
        Update: {
          id?: string
          line_id?: string
          needs_proof?: boolean
          order_id?: string
          position?: number
          quantity?: number
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: 'order_lines_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
        ]
      }
      order_places: {
        Row: {
          address: string
          deliver_on: string | null
          id: string
          line_id: string | null
          order_id: string
          phone: string | null
          pin_code: string | null
          position: number
          quantity: number
          recipient: string | null
        }
        ComputedFields: never
        Insert: {
          address: string
          deliver_on?: string | null
          id?: string
          line_id?: string | null
          order_id: string
          phone?: string | null
          pin_code?: string | null
          position: number
          quantity: number
          recipient?: string | null
        }
        Update: {
          address?: string
          deliver_on?: string | null
          id?: string
          line_id?: string | null
          order_id?: string
          phone?: string | null
          pin_code?: string | null
          position?: number
          quantity?: number
          recipient?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'order_places_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
        ]
      }
      order_proofs: {
        Row: {
          comment: string | null
          created_at: string
          decided_at: string | null
          decided_by: string | null
          decision: string | null
          id: string
          made_for: string | null
          name: string
          note: string | null
          order_line_id: string
          sha256: string
          version: number
        }
        ComputedFields: never
        Insert: {
          comment?: string | null
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          id?: string
          made_for?: string | null
          name: string
          note?: string | null
          order_line_id: string
          sha256: string
          version: number
        }
        Update: {
          comment?: string | null
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          id?: string
          made_for?: string | null
          name?: string
          note?: string | null
          order_line_id?: string
          sha256?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'order_proofs_order_line_id_fkey'
            columns: ['order_line_id']
            isOneToOne: false
            referencedRelation: 'order_lines'
            referencedColumns: ['id']
          },
        ]
      }
      orders: {
        Row: {
          advance_paise: number | null
          advance_received_on: string | null
          cancel_reason: string | null
          cancelled_at: string | null
          created_at: string
          given_places: string | null
          id: string
          needed_by: string | null
          news: string[]
          number: string
          quotation_id: string
          saves: number
          version_id: string
        }
        ComputedFields: never
        Insert: {
          advance_paise?: number | null
          advance_received_on?: string | null
          cancel_reason?: string | null
          cancelled_at?: string | null
          created_at?: string
          given_places?: string | null
          id?: string
          needed_by?: string | null
          news?: string[]
          number: string
          quotation_id: string
          saves?: number
          version_id: string
        }
        Update: {
          advance_paise?: number | null
          advance_received_on?: string | null
          cancel_reason?: string | null
          cancelled_at?: string | null
          created_at?: string
          given_places?: string | null
          id?: string
          needed_by?: string | null
          news?: string[]
          number?: string
          quotation_id?: string
          saves?: number
          version_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'orders_quotation_id_fkey'
            columns: ['quotation_id']
            isOneToOne: true
            referencedRelation: 'quotations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'orders_version_id_fkey'
            columns: ['version_id']
            isOneToOne: false
            referencedRelation: 'quotation_versions'
            referencedColumns: ['id']
          },
        ]
      }
      outbox: {
        Row: {
          attempts: number
          contact_id: string | null
          created_at: string
          event_number: number | null
          id: string
          invitation_id: string | null
          kind: string
          last_error: string | null
          lead_id: string | null
          links: string[]
          next_attempt_at: string
          quotation_event: number | null
          recipient: string
          sent_at: string | null
          state: string
          version_id: string | null
        }
        ComputedFields: never
        Insert: {
          attempts?: number
          contact_id?: string | null
          created_at?: string
          event_number?: number | null
          id?: string
          invitation_id?: string | null
          kind: string
          last_error?: string | null
          lead_id?: string | null
          links?: string[]
          next_attempt_at?: string
          quotation_event?: number | null
          recipient: string
          sent_at?: string | null
          state?: string
          version_id?: string | null
        }
        Update: {
          attempts?: number
          contact_id?: string | null
          created_at?: string
          event_number?: number | null
          id?: string
          invitation_id?: string | null
          kind?: string
          last_error?: string | null
          lead_id?: string | null
          links?: string[]
          next_attempt_at?: string
          quotation_event?: number | null
          recipient?: string
          sent_at?: string | null
          state?: string
          version_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'outbox_contact_id_fkey'
            columns: ['contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'outbox_event_number_fkey'
            columns: ['event_number']
            isOneToOne: false
            referencedRelation: 'lead_events'
            referencedColumns: ['number']
          },
          {
            foreignKeyName: 'outbox_lead_id_fkey'
            columns: ['lead_id']
            isOneToOne: false
            referencedRelation: 'leads'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'outbox_quotation_event_fkey'
            columns: ['quotation_event']
            isOneToOne: false
            referencedRelation: 'quotation_events'
            referencedColumns: ['number']
          },
          {
            foreignKeyName: 'outbox_version_id_fkey'
            columns: ['version_id']
            isOneToOne: false
            referencedRelation: 'quotation_versions'
            referencedColumns: ['id']
          },
        ]
      }
      privacy_notices: {
        Row: {
          created_at: string
          form: string
          id: string
          language: string
          text: string
          version: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          form: string
          id?: string
          language: string
          text: string
          version: number
        }
        Update: {
          created_at?: string
          form?: string
          id?: string
          language?: string
          text?: string
          version?: number
        }
        Relationships: []
      }
      privacy_requests: {
        Row: {
          answer: string | null
          closed_at: string | null
          closed_by: string | null
          contact_id: string | null
          created_at: string
          due_on: string
          email: string
          id: string
          kind: string
          state: string
          text: string | null
        }
        ComputedFields: never
        Insert: {
          answer?: string | null
          closed_at?: string | null
          closed_by?: string | null
          contact_id?: string | null
          created_at?: string
          due_on: string
          email: string
          id?: string
          kind: string
          state?: string
          text?: string | null
        }
        Update: {
          answer?: string | null
          closed_at?: string | null
          closed_by?: string | null
          contact_id?: string | null
          created_at?: string
          due_on?: string
          email?: string
          id?: string
          kind?: string
          state?: string
          text?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'privacy_requests_contact_id_fkey'
            columns: ['contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['id']
          },
        ]
      }
      product_branding_methods: {
        Row: {
          area: string | null
          branding_method_id: string
          colours: number | null
          product_id: string
        }
        ComputedFields: never
        Insert: {
          area?: string | null
          branding_method_id: string
          colours?: number | null
          product_id: string
        }
        Update: {
          area?: string | null
          branding_method_id?: string
          colours?: number | null
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'product_branding_methods_branding_method_id_fkey'
            columns: ['branding_method_id']
            isOneToOne: false
            referencedRelation: 'branding_methods'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'product_branding_methods_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_colours: {
        Row: {
          hex: string | null
          name: string
          picture: string | null
          picture_position: number | null
          position: number
          product_id: string
        }
        ComputedFields: never
        Insert: {
          hex?: string | null
          name: string
          picture?: string | null
          picture_position?: number | null
          position: number
          product_id: string
        }
        Update: {
          hex?: string | null
          name?: string
          picture?: string | null
          picture_position?: number | null
          position?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'product_colours_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_doctor_type_tags: {
        Row: {
          doctor_type_tag_id: string
          product_id: string
        }
        ComputedFields: never
        Insert: {
          doctor_type_tag_id: string
          product_id: string
        }
        Update: {
          doctor_type_tag_id?: string
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'product_doctor_type_tags_doctor_type_tag_id_fkey'
            columns: ['doctor_type_tag_id']
            isOneToOne: false
            referencedRelation: 'doctor_type_tags'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'product_doctor_type_tags_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_industry_tags: {
        Row: {
          industry_tag_id: string
          product_id: string
        }
        ComputedFields: never
        Insert: {
          industry_tag_id: string
          product_id: string
        }
        Update: {
          industry_tag_id?: string
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'product_industry_tags_industry_tag_id_fkey'
            columns: ['industry_tag_id']
            isOneToOne: false
            referencedRelation: 'industry_tags'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'product_industry_tags_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_parts: {
        Row: {
          name: string
          position: number
          product_id: string
          quantity: number
        }
        ComputedFields: never
        Insert: {
          name: string
          position: number
          product_id: string
          quantity?: number
        }
        Update: {
          name?: string
          position?: number
          product_id?: string
          quantity?: number
        }
        Relationships: [
          {
            foreignKeyName: 'product_parts_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_pictures: {
        Row: {
          alt: string | null
          colour: string | null
          position: number
          product_id: string
          url: string
          widths: number[] | null
        }
        ComputedFields: never
        Insert: {
          alt?: string | null
          colour?: string | null
          position: number
          product_id: string
          url: string
          widths?: number[] | null
        }
        Update: {
          alt?: string | null
          colour?: string | null
          position?: number
          product_id?: string
          url?: string
          widths?: number[] | null
        }
        Relationships: [
          {
            foreignKeyName: 'product_pictures_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_price_breaks: {
        Row: {
          price_paise: number
          product_id: string
          quantity: number
        }
        ComputedFields: never
        Insert: {
          price_paise: number
          product_id: string
          quantity: number
        }
        Update: {
          price_paise?: number
          product_id?: string
          quantity?: number
        }
        Relationships: [
          {
            foreignKeyName: 'product_price_breaks_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_terms: {
        Row: {
          cost_paise: number | null
          gst_rate: number | null
          gst_rate_from: string | null
          hsn: string | null
          mrp_paise: number | null
          note: string | null
          product_id: string
          supplier: string | null
          supplier_code: string | null
        }
        ComputedFields: never
        Insert: {
          cost_paise?: number | null
          gst_rate?: number | null
          gst_rate_from?: string | null
          hsn?: string | null
          mrp_paise?: number | null
          note?: string | null
          product_id: string
          supplier?: string | null
          supplier_code?: string | null
        }
        Update: {
          cost_paise?: number | null
          gst_rate?: number | null
          gst_rate_from?: string | null
          hsn?: string | null
          mrp_paise?: number | null
          note?: string | null
          product_id?: string
          supplier?: string | null
          supplier_code?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'product_terms_product_id_fkey'
            columns: ['product_id']
            isOneToOne: true
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_themes: {
        Row: {
          product_id: string
          theme_id: string
        }
        ComputedFields: never
        Insert: {
          product_id: string
          theme_id: string
        }
        Update: {
          product_id?: string
          theme_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'product_themes_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'product_themes_theme_id_fkey'
            columns: ['theme_id']
            isOneToOne: false
            referencedRelation: 'themes'
            referencedColumns: ['id']
          },
        ]
      }
      products: {
        Row: {
          budget: string | null
          capacity_ml: number | null
          care: string | null
          category_id: string | null
          code: string | null
          created_at: string
          description: string | null
          featured_order: number | null
          height_mm: number | null
          id: string
          image_alt: string | null
          image_colour: string | null
          image_url: string | null
          image_widths: number[] | null
          is_brand_reminder: boolean
          is_featured: boolean
          is_sample: boolean
          lead_days_from: number | null
          lead_days_to: number | null
          length_mm: number | null
          logo_width: number | null
          logo_x: number | null
          logo_y: number | null
          material: string | null
          min_quantity: number | null
          name: string
          origin: string | null
          packaging: string | null
          subcategory_id: string | null
          version: number
          video_url: string | null
          weight_g: number | null
          width_mm: number | null
        }
        ComputedFields: never
        Insert: {
          budget?: string | null
          capacity_ml?: number | null
          care?: string | null
          category_id?: string | null
          code?: string | null
          created_at?: string
          description?: string | null
          featured_order?: number | null
          height_mm?: number | null
          id?: string
          image_alt?: string | null
          image_colour?: string | null
          image_url?: string | null
          image_widths?: number[] | null
          is_brand_reminder?: boolean
          is_featured?: boolean
          is_sample?: boolean
          lead_days_from?: number | null
          lead_days_to?: number | null
          length_mm?: number | null
          logo_width?: number | null
          logo_x?: number | null
          logo_y?: number | null
          material?: string | null
          min_quantity?: number | null
          name: string
          origin?: string | null
          packaging?: string | null
          subcategory_id?: string | null
          version?: number
          video_url?: string | null
          weight_g?: number | null
          width_mm?: number | null
        }
        Update: {
          budget?: string | null
          capacity_ml?: number | null
          care?: string | null
          category_id?: string | null
          code?: string | null
          created_at?: string
          description?: string | null
          featured_order?: number | null
          height_mm?: number | null
          id?: string
          image_alt?: string | null
          image_colour?: string | null
          image_url?: string | null
          image_widths?: number[] | null
          is_brand_reminder?: boolean
          is_featured?: boolean
          is_sample?: boolean
          lead_days_from?: number | null
          lead_days_to?: number | null
          length_mm?: number | null
          logo_width?: number | null
          logo_x?: number | null
          logo_y?: number | null
          material?: string | null
          min_quantity?: number | null
          name?: string
          origin?: string | null
          packaging?: string | null
          subcategory_id?: string | null
          version?: number
          video_url?: string | null
          weight_g?: number | null
          width_mm?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'products_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'products_subcategory_id_fkey'
            columns: ['subcategory_id']
            isOneToOne: false
            referencedRelation: 'subcategories'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          address_proven_at: string | null
          away_until: string | null
          created_at: string
          deputy_id: string | null
          digest_days: number
          digest_hour: number | null
          digest_on: string | null
          id: string
          is_admin: boolean
          is_sales: boolean
          name: string | null
          notice_at: string | null
          notice_version: number | null
          role_since: string | null
          sees_margin: boolean
          signature: string | null
          telephone: string | null
        }
        ComputedFields: never
        Insert: {
          address_proven_at?: string | null
          away_until?: string | null
          created_at?: string
          deputy_id?: string | null
          digest_days?: number
          digest_hour?: number | null
          digest_on?: string | null
          id: string
          is_admin?: boolean
          is_sales?: boolean
          name?: string | null
          notice_at?: string | null
          notice_version?: number | null
          role_since?: string | null
          sees_margin?: boolean
          signature?: string | null
          telephone?: string | null
        }
        Update: {
          address_proven_at?: string | null
          away_until?: string | null
          created_at?: string
          deputy_id?: string | null
          digest_days?: number
          digest_hour?: number | null
          digest_on?: string | null
          id?: string
          is_admin?: boolean
          is_sales?: boolean
          name?: string | null
          notice_at?: string | null
          notice_version?: number | null
          role_since?: string | null
          sees_margin?: boolean
          signature?: string | null
          telephone?: string | null
        }
        Relationships: []
      }
      quotation_events: {
        Row: {
          actor_id: string | null
          actor_name: string
          contact_id: string | null
          created_at: string
          kind: string
          number: number
          quotation_id: string
          value: NonNullable<Json>
          version_id: string | null
        }
        ComputedFields: never
        Insert: {
          actor_id?: string | null
          actor_name: string
          contact_id?: string | null
          created_at?: string
          kind: string
          number?: never
          quotation_id: string
          value?: NonNullable<Json>
          version_id?: string | null
        }
        Update: {
          actor_id?: string | null
          actor_name?: string
          contact_id?: string | null
          created_at?: string
          kind?: string
          number?: never
          quotation_id?: string
          value?: NonNullable<Json>
          version_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'quotation_events_contact_id_fkey'
            columns: ['contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quotation_events_quotation_id_fkey'
            columns: ['quotation_id']
            isOneToOne: false
            referencedRelation: 'quotations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quotation_events_version_id_fkey'
            columns: ['version_id']
            isOneToOne: false
            referencedRelation: 'quotation_versions'
            referencedColumns: ['id']
          },
        ]
      }
      quotation_links: {
        Row: {
          colleague_id: string | null
          contact_id: string | null
          created_at: string
          email: string | null
          ended_at: string | null
          hash: string
          id: string
          purpose: string
          quotation_id: string
          version_id: string
        }
        ComputedFields: never
        Insert: {
          colleague_id?: string | null
          contact_id?: string | null
          created_at?: string
          email?: string | null
          ended_at?: string | null
          hash: string
          id?: string
          purpose: string
          quotation_id: string
          version_id: string
        }
        Update: {
          colleague_id?: string | null
          contact_id?: string | null
          created_at?: string
          email?: string | null
          ended_at?: string | null
          hash?: string
          id?: string
          purpose?: string
          quotation_id?: string
          version_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'quotation_links_contact_id_fkey'
            columns: ['contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quotation_links_quotation_id_fkey'
            columns: ['quotation_id']
            isOneToOne: false
            referencedRelation: 'quotations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quotation_links_version_id_fkey'
            columns: ['version_id']
            isOneToOne: false
            referencedRelation: 'quotation_versions'
            referencedColumns: ['id']
          },
        ]
      }
      quotation_versions: {
        Row: {
          accepted: Json | null
          contact_id: string | null
          content: NonNullable<Json>
          frozen: Json | null
          id: string
          quotation_id: string
          revision: number
          saves: number
          sent_at: string | null
          sha256: string | null
          total_paise: number
          valid_until: string
        }
        ComputedFields: never
        Insert: {
          accepted?: Json | null
          contact_id?: string | null
          content: NonNullable<Json>
          frozen?: Json | null
          id?: string
          quotation_id: string
          revision: number
          saves?: number
          sent_at?: string | null
          sha256?: string | null
          total_paise: number
          valid_until: string
        }
        Update: {
          accepted?: Json | null
          contact_id?: string | null
          content?: NonNullable<Json>
          frozen?: Json | null
          id?: string
          quotation_id?: string
          revision?: number
          saves?: number
          sent_at?: string | null
          sha256?: string | null
          total_paise?: number
          valid_until?: string
        }
        Relationships: [
          {
            foreignKeyName: 'quotation_versions_contact_id_fkey'
            columns: ['contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quotation_versions_quotation_id_fkey'
            columns: ['quotation_id']
            isOneToOne: false
            referencedRelation: 'quotations'
            referencedColumns: ['id']
          },
        ]
      }
      quotations: {
        Row: {
          contact_id: string | null
          created_at: string
          erase_on: string | null
          id: string
          lead_id: string | null
          number: string | null
          owner_email: string
          owner_id: string | null
          state: string
        }
        ComputedFields: never
        Insert: {
          contact_id?: string | null
          created_at?: string
          erase_on?: string | null
          id?: string
          lead_id?: string | null
          number?: string | null
          owner_email: string
          owner_id?: string | null
          state?: string
        }
        Update: {
          contact_id?: string | null
          created_at?: string
          erase_on?: string | null
          id?: string
          lead_id?: string | null
          number?: string | null
          owner_email?: string
          owner_id?: string | null
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: 'quotations_contact_id_fkey'
            columns: ['contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quotations_lead_id_fkey'
            columns: ['lead_id']
            isOneToOne: false
            referencedRelation: 'leads'
            referencedColumns: ['id']
          },
        ]
      }
      received_mails: {
        Row: {
          attachments: NonNullable<Json>
          event_number: number
          files: string[]
          id: string
          is_automatic: boolean
          message_id: string
          subject: string
        }
        ComputedFields: never
        Insert: {
          attachments: NonNullable<Json>
          event_number: number
          files: string[]
          id?: string
          is_automatic: boolean
          message_id: string
          subject: string
        }
        Update: {
          attachments?: NonNullable<Json>
          event_number?: number
          files?: string[]
          id?: string
          is_automatic?: boolean
          message_id?: string
          subject?: string
        }
        Relationships: [
          {
            foreignKeyName: 'received_mails_event_number_fkey'
            columns: ['event_number']
            isOneToOne: true
            referencedRelation: 'lead_events'
            referencedColumns: ['number']
          },
        ]
      }
      record_history: {
        Row: {
          actor_id: string | null
          after: NonNullable<Json>
          before: NonNullable<Json>
          changed_at: string
          entity: string
          kind: string
          number: number
          record_id: string
        }
        ComputedFields: never
        Insert: {
          actor_id?: string | null
          after?: NonNullable<Json>
          before?: NonNullable<Json>
          changed_at?: string
          entity: string
          kind: string
          number?: never
          record_id: string
        }
        Update: {
          actor_id?: string | null
          after?: NonNullable<Json>
          before?: NonNullable<Json>
          changed_at?: string
          entity?: string
          kind?: string
          number?: never
          record_id?: string
        }
        Relationships: []
      }
      reply_templates: {
        Row: {
          body: string
          created_at: string
          id: string
          name: string
          version: number
        }
        ComputedFields: never
        Insert: {
          body: string
          created_at?: string
          id?: string
          name: string
          version?: number
        }
        Update: {
          body?: string
          created_at?: string
          id?: string
          name?: string
          version?: number
        }
        Relationships: []
      }
      retention: {
        Row: {
          days: number | null
          kind: string
          last_run_at: string | null
          warns: boolean
        }
        ComputedFields: never
        Insert: {
          days?: number | null
          kind: string
          last_run_at?: string | null
          warns?: boolean
        }
        Update: {
          days?: number | null
          kind?: string
          last_run_at?: string | null
          warns?: boolean
        }
        Relationships: []
      }
      samples: {
        Row: {
          address: string
          charge: number | null
          colour: string | null
          comment: string | null
          company: string
          courier: string | null
          created_at: string
          delivered_on: string | null
          id: string
          lead_id: string
          name: string
          phone: string
          pin_code: string
          product_id: string | null
          quotation_id: string | null
          reason: string | null
          recipient: string
          sent_on: string | null
          state: string
          steps: NonNullable<Json>
          tracking_number: string | null
          tracking_url: string | null
          verdict: string | null
        }
        ComputedFields: never
        Insert: {
          address: string
          charge?: number | null
          colour?: string | null
          comment?: string | null
          company: string
          courier?: string | null
          created_at?: string
          delivered_on?: string | null
          id?: string
          lead_id: string
          name: string
          phone: string
          pin_code: string
          product_id?: string | null
          quotation_id?: string | null
          reason?: string | null
          recipient: string
          sent_on?: string | null
          state?: string
          steps?: NonNullable<Json>
          tracking_number?: string | null
          tracking_url?: string | null
          verdict?: string | null
        }
        Update: {
          address?: string
          charge?: number | null
          colour?: string | null
          comment?: string | null
          company?: string
          courier?: string | null
          created_at?: string
          delivered_on?: string | null
          id?: string
          lead_id?: string
          name?: string
          phone?: string
          pin_code?: string
          product_id?: string | null
          quotation_id?: string | null
          reason?: string | null
          recipient?: string
          sent_on?: string | null
          state?: string
          steps?: NonNullable<Json>
          tracking_number?: string | null
          tracking_url?: string | null
          verdict?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'samples_lead_id_fkey'
            columns: ['lead_id']
            isOneToOne: false
            referencedRelation: 'leads'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'samples_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      search_words: {
        Row: {
          created_at: string
          id: string
          version: number
          words: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          version?: number
          words: string
        }
        Update: {
          created_at?: string
          id?: string
          version?: number
          words?: string
        }
        Relationships: []
      }
      seller_profile: {
        Row: {
          address: string | null
          bank_details: string | null
          couriers: string | null
          credit_note: string | null
          discount_limit: number | null
          gstin: string | null
          id: string
          is_composition: boolean
          kept_years: number | null
          legal_name: string | null
          lut_number: string | null
          lut_valid_until: string | null
          min_hsn_digits: number
          needs_code: boolean
          next_steps: string | null
          number_series: string
          rounds_off: boolean
          state: string | null
          terms: string | null
          valid_days: number
          version: number
        }
        ComputedFields: never
        Insert: {
          address?: string | null
          bank_details?: string | null
          couriers?: string | null
          credit_note?: string | null
          discount_limit?: number | null
          gstin?: string | null
          id?: string
          is_composition?: boolean
          kept_years?: number | null
          legal_name?: string | null
          lut_number?: string | null
          lut_valid_until?: string | null
          min_hsn_digits?: number
          needs_code?: boolean
          next_steps?: string | null
          number_series?: string
          rounds_off?: boolean
          state?: string | null
          terms?: string | null
          valid_days?: number
          version?: number
        }
        Update: {
          address?: string | null
          bank_details?: string | null
          couriers?: string | null
          credit_note?: string | null
          discount_limit?: number | null
          gstin?: string | null
          id?: string
          is_composition?: boolean
          kept_years?: number | null
          legal_name?: string | null
          lut_number?: string | null
          lut_valid_until?: string | null
          min_hsn_digits?: number
          needs_code?: boolean
          next_steps?: string | null
          number_series?: string
          rounds_off?: boolean
          state?: string | null
          terms?: string | null
          valid_days?: number
          version?: number
        }
        Relationships: []
      }
      site_settings: {
        Row: {
          claimed_answer: string | null
          claimed_compliance: string | null
          claimed_members: string | null
          claimed_products: string | null
          colour_accent: string | null
          colour_primary: string | null
          colour_scheme: string | null
          contact_address: string | null
          contact_email: string | null
          contact_phone: string | null
          counts_visits: boolean
          footer_tagline: string | null
          grievance_contact: string | null
          hero_headline: string | null
          hero_image_alt: string | null
          hero_image_url: string | null
          hero_text: string | null
          icon_url: string | null
          id: string
          logo_dark_url: string | null
          logo_url: string | null
          name: string | null
          notice_emails: string[] | null
          offers_samples: boolean
          pharma_hints: boolean
          privacy_text: string | null
          sample_charge: number | null
          sample_return_days: number | null
          samples_a_month: number
          second_phone: string | null
          second_phone_label: string | null
          sender_email: string | null
          terms: string | null
          terms_changed_on: string | null
          version: number
          whatsapp_number: string | null
        }
        ComputedFields: never
        Insert: {
          claimed_answer?: string | null
          claimed_compliance?: string | null
          claimed_members?: string | null
          claimed_products?: string | null
          colour_accent?: string | null
          colour_primary?: string | null
          colour_scheme?: string | null
          contact_address?: string | null
          contact_email?: string | null
          contact_phone?: string | null
          counts_visits?: boolean
          footer_tagline?: string | null
          grievance_contact?: string | null
          hero_headline?: string | null
          hero_image_alt?: string | null
          hero_image_url?: string | null
          hero_text?: string | null
          icon_url?: string | null
          id?: string
          logo_dark_url?: string | null
          logo_url?: string | null
          name?: string | null
          notice_emails?: string[] | null
          offers_samples?: boolean
          pharma_hints?: boolean
          privacy_text?: string | null
          sample_charge?: number | null
          sample_return_days?: number | null
          samples_a_month?: number
          second_phone?: string | null
          second_phone_label?: string | null
          sender_email?: string | null
          terms?: string | null
          terms_changed_on?: string | null
          version?: number
          whatsapp_number?: string | null
        }
        Update: {
          claimed_answer?: string | null
          claimed_compliance?: string | null
          claimed_members?: string | null
          claimed_products?: string | null
          colour_accent?: string | null
          colour_primary?: string | null
          colour_scheme?: string | null
          contact_address?: string | null
          contact_email?: string | null
          contact_phone?: string | null
          counts_visits?: boolean
          footer_tagline?: string | null
          grievance_contact?: string | null
          hero_headline?: string | null
          hero_image_alt?: string | null
          hero_image_url?: string | null
          hero_text?: string | null
          icon_url?: string | null
          id?: string
          logo_dark_url?: string | null
          logo_url?: string | null
          name?: string | null
          notice_emails?: string[] | null
          offers_samples?: boolean
          pharma_hints?: boolean
          privacy_text?: string | null
          sample_charge?: number | null
          sample_return_days?: number | null
          samples_a_month?: number
          second_phone?: string | null
          second_phone_label?: string | null
          sender_email?: string | null
          terms?: string | null
          terms_changed_on?: string | null
          version?: number
          whatsapp_number?: string | null
        }
        Relationships: []
      }
      stats_blocks: {
        Row: {
          created_at: string
          description: string | null
          id: string
          order_index: number | null
          title: string
          value: string
          version: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description?: string | null
          id?: string
          order_index?: number | null
          title: string
          value: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string | null
          id?: string
          order_index?: number | null
          title?: string
          value?: string
          version?: number
        }
        Relationships: []
      }
      subcategories: {
        Row: {
          created_at: string
          description: string | null
          id: string
          name: string
          version: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description?: string | null
          id?: string
          name: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string | null
          id?: string
          name?: string
          version?: number
        }
        Relationships: []
      }
      subcategory_categories: {
        Row: {
          category_id: string
          subcategory_id: string
        }
        ComputedFields: never
        Insert: {
          category_id: string
          subcategory_id: string
        }
        Update: {
          category_id?: string
          subcategory_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'subcategory_categories_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'subcategory_categories_subcategory_id_fkey'
            columns: ['subcategory_id']
            isOneToOne: false
            referencedRelation: 'subcategories'
            referencedColumns: ['id']
          },
        ]
      }
      themes: {
        Row: {
          created_at: string
          description: string | null
          id: string
          name: string
          version: number
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description?: string | null
          id?: string
          name: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string | null
          id?: string
          name?: string
          version?: number
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_invitation: { Args: { name?: string; new_password: string; token: string }; Returns: string }
      accept_quotation: {
        Args: {
          choice: Json
          code?: string
          designation: string
          name: string
          purchase_order?: string
          token: string
          total_paise: number
        }
        Returns: undefined
      }
      accept_quotation_for_buyer: {
        Args: { choice: Json; name: string; note: string; quotation: string }
        Returns: undefined
      }
      add_proof: { Args: { content: string; line: string; name: string; note?: string }; Returns: string }
      add_to_inquiry: { Args: { items: Json; message?: string; token: string }; Returns: undefined }
      add_to_team: { Args: { contact: string; domain?: string }; Returns: undefined }
      administrators: {
        Args: Record<PropertyKey, never>
        Returns: {
          email: string
          id: string
          is_active: boolean
          name: string
        }[]
      }
      affected_people: { Args: { since: string; tables: string[]; until: string }; Returns: Json }
      answer_quotation: { Args: { line?: string; quotation: string; text: string }; Returns: undefined }
      api_keys: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          id: string
          last_used_at: string
          made_by: string
          name: string
          prefix: string
          revoked_at: string
          revoked_by: string
          scopes: string[]
          works: boolean
        }[]
      }
      artwork_file: { Args: { id: string }; Returns: Json }
      ask_about_my_data: { Args: { kind: string; text: string; token: string }; Returns: undefined }
      ask_colleague: {
        Args: { choice?: Json; email: string; name?: string; token: string }
        Returns: undefined
      }
      ask_for_change: { Args: { text: string; token: string }; Returns: undefined }
      attach_artwork: { Args: { content: string; name: string; token: string }; Returns: undefined }
      attach_purchase_order: { Args: { content: string; name: string; token: string }; Returns: undefined }
      bulk_edit_products: {
        Args: {
          beyond?: string
          changes: Json
          filters?: Json
          ids?: string[]
          is_preview?: boolean
          label?: string
          most?: number
          whole?: string
          words?: string
        }
        Returns: Json
      }
      cancel_order: { Args: { order_id: string; reason: string; saves: number }; Returns: number }
      catalogue_filters: { Args: Record<PropertyKey, never>; Returns: Json }
      catalogue_health: { Args: Record<PropertyKey, never>; Returns: Json }
      catalogue_page: {
        Args: {
          after?: string
          branding?: string
          budget?: string
          category?: string
          colour?: string
          counts?: boolean
          doctor_type?: string
          facts?: boolean
          industry?: string
          lead?: number
          moq?: number
          page_size?: number
          q?: string
          sort?: string
          subcategory?: string
          theme?: string
        }
        Returns: Json
      }
      choose_order_news: { Args: { news: string[]; token: string }; Returns: undefined }
      claim_mails: { Args: { batch?: number; delivers?: boolean }; Returns: Json }
      close_privacy_request: { Args: { answer?: string; id: string; state: string }; Returns: undefined }
      comment_on_quotation: { Args: { line?: string; text: string; token: string }; Returns: undefined }
      company_details: { Args: { company: string }; Returns: Json }
      count_companies: { Args: { filters?: Json; words?: string }; Returns: number }
      count_events: { Args: { events: Json }; Returns: undefined }
      count_leads: {
        Args: { after?: string; before?: string; filters?: Json; since?: string; words?: string }
        Returns: number
      }
      count_orders: { Args: { filters?: Json; words?: string }; Returns: number }
      count_products: { Args: { filters?: Json; words?: string }; Returns: number }
      count_quotations: { Args: { filters?: Json; words?: string }; Returns: number }
      count_samples: { Args: { filters?: Json; words?: string }; Returns: number }
      decide_approval: {
        Args: {
          choice?: Json
          is_approved: boolean
          name: string
          note?: string
          shows_note?: boolean
          token: string
          total_paise?: number
        }
        Returns: undefined
      }
      decide_proof: {
        Args: { comment?: string; is_approved: boolean; name: string; proof: string; token: string }
        Returns: undefined
      }
      decline_quotation: { Args: { reason: string; text?: string; token: string }; Returns: undefined }
      delete_inquiry_details: { Args: { token: string }; Returns: Json }
      delete_records: {
        Args: {
          entity: string
          filters?: Json
          ids?: string[]
          most?: number
          whole?: string
          words?: string
        }
        Returns: Json
      }
      delete_webhook: { Args: { webhook: string }; Returns: undefined }
      deliver_dispatches: { Args: { dispatches: string[] }; Returns: undefined }
      delivers_mail: { Args: Record<PropertyKey, never>; Returns: boolean }
      demo_summary: { Args: Record<PropertyKey, never>; Returns: Json }
      discard_quotation_draft: { Args: { quotation: string }; Returns: undefined }
      dismiss_first_steps: { Args: Record<PropertyKey, never>; Returns: undefined }
      dispatch_order_lines: {
        Args: { courier?: string; parcels: Json; tracking_number?: string }
        Returns: Json
      }
      draft_quotation: { Args: { lead: string }; Returns: string }
      duplicate_quotation: { Args: { quotation: string }; Returns: string }
      end_quotation_links: { Args: { quotation: string }; Returns: undefined }
      end_session: { Args: { session: string }; Returns: undefined }
      end_shared_basket: { Args: { id: string }; Returns: undefined }
      erase_my_data: { Args: { token: string }; Returns: Json }
      erase_person: { Args: { dry_run?: boolean; email: string }; Returns: Json }
      extend_quotation: { Args: { quotation: string; valid_until: string }; Returns: undefined }
      favourite_products: { Args: Record<PropertyKey, never>; Returns: Json }
      figures: { Args: { kind: string; options?: Json; since?: string; until?: string }; Returns: Json }
      find_companies: {
        Args: {
          ascending?: boolean
          beyond?: string
          beyond_id?: string
          filters?: Json
          size?: number
          sorted?: string
          words?: string
        }
        Returns: {
          created_at: string
          domains: string[]
          gstin: string
          id: string
          name: string
          next_on: string
          open_leads: number
          open_quotations: number
          owner_email: string
          owner_id: string
          people: number
          sort_key: string
          won_paise: number
        }[]
      }
      find_leads: {
        Args: {
          after?: string
          ascending?: boolean
          before?: string
          beyond?: string
          beyond_id?: string
          filters?: Json
          since?: string
          size?: number
          sorted?: string
          words?: string
        }
        Returns: {
          budget_per_gift: number | null
          campaign: string | null
          company: string
          contact_id: string | null
          created_at: string
          delivery_city: string | null
          email: string
          erased_at: string | null
          id: string
          landing_page: string | null
          lines_hash: string | null
          link: string | null
          marketing_consent: boolean
          medium: string | null
          message: string | null
          name: string
          needed_by: string | null
          notice_at: string | null
          notice_language: string | null
          notice_version: number | null
          phone: string
          reference: string
          referrer: string | null
          search_text: string | null
          selected_products: string[] | null
          sender_id: string | null
          source: string | null
          wants_branding: boolean
        }[]
        SetofOptions: {
          from: '*'
          to: 'leads'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      find_orders: {
        Args: {
          ascending?: boolean
          beyond?: string
          beyond_id?: string
          filters?: Json
          size?: number
          sorted?: string
          words?: string
        }
        Returns: {
          company: string
          created_at: string
          delivered_on: string
          id: string
          is_late: boolean
          lines: Json
          name: string
          needed_by: string
          number: string
          owner_email: string
          quotation_id: string
          quotation_number: string
          sort_key: string
          start_on: string
          state: string
          total_paise: number
          waits_for_buyer: boolean
        }[]
      }
      find_products: {
        Args: {
          ascending?: boolean
          beyond?: string
          beyond_id?: string
          filters?: Json
          size?: number
          sorted?: string
          words?: string
        }
        Returns: {
          budget: string | null
          capacity_ml: number | null
          care: string | null
          category_id: string | null
          code: string | null
          created_at: string
          description: string | null
          featured_order: number | null
          height_mm: number | null
          id: string
          image_alt: string | null
          image_colour: string | null
          image_url: string | null
          image_widths: number[] | null
          is_brand_reminder: boolean
          is_featured: boolean
          is_sample: boolean
          lead_days_from: number | null
          lead_days_to: number | null
          length_mm: number | null
          logo_width: number | null
          logo_x: number | null
          logo_y: number | null
          material: string | null
          min_quantity: number | null
          name: string
          origin: string | null
          packaging: string | null
          subcategory_id: string | null
          version: number
          video_url: string | null
          weight_g: number | null
          width_mm: number | null
        }[]
        SetofOptions: {
          from: '*'
          to: 'products'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      find_quotations: {
        Args: {
          ascending?: boolean
          beyond?: string
          beyond_id?: string
          filters?: Json
          size?: number
          sorted?: string
          words?: string
        }
        Returns: {
          company: string
          created_at: string
          id: string
          lead_id: string
          margin_paise: number
          name: string
          number: string
          owner_email: string
          reason: string
          revision: number
          sent_at: string
          sort_key: string
          source: string
          state: string
          total_paise: number
          valid_until: string
        }[]
      }
      find_samples: {
        Args: {
          ascending?: boolean
          beyond?: string
          beyond_id?: string
          filters?: Json
          size?: number
          sorted?: string
          words?: string
        }
        Returns: {
          buyer: string
          charge: number
          colour: string
          comment: string
          company: string
          courier: string
          created_at: string
          delivered_on: string
          delivery: Json
          id: string
          lead_id: string
          name: string
          overdue: string[]
          owner_email: string
          quotation_id: string
          quotation_number: string
          reason: string
          reference: string
          return_by: string
          sent_on: string
          sort_key: string
          state: string
          steps: Json
          tracking_number: string
          tracking_url: string
          verdict: string
        }[]
      }
      finish_mail: {
        Args: { attempt: number; error?: string; is_final?: boolean; mail_id: string }
        Returns: undefined
      }
      first_steps: { Args: Record<PropertyKey, never>; Returns: Json }
      hand_over_work: { Args: { companies?: string[]; person?: string; successor?: string }; Returns: Json }
      handle_lead: {
        Args: { kind: string; lead: string; note?: string; reason?: string; value?: string }
        Returns: number
      }
      handle_leads: {
        Args: {
          before?: string
          beyond?: string
          filters?: Json
          ids?: string[]
          kind: string
          most?: number
          note?: string
          reason?: string
          since?: string
          value?: string
          words?: string
        }
        Returns: Json
      }
      handle_samples: { Args: { ids: string[]; step: string; value?: Json }; Returns: number }
      import_products: { Args: { import_id?: string; options?: Json; rows: Json }; Returns: Json }
      inquiry_data: { Args: { token: string }; Returns: Json }
      invitations: {
        Args: Record<PropertyKey, never>
        Returns: {
          email: string
          expires_at: string
          id: string
          invited_by: string
          mail_error: string
          mail_state: string
          role: string
        }[]
      }
      invite: { Args: { email: string; role: string }; Returns: string }
      join_company: { Args: { company?: string; name?: string; people: string[] }; Returns: string }
      judge_sample: {
        Args: { comment?: string; sample: string; token: string; verdict: string }
        Returns: undefined
      }
      lead_artworks: { Args: { lead: string }; Returns: Json }
      lead_figures: { Args: Record<PropertyKey, never>; Returns: Json }
      lead_pulse: {
        Args: Record<PropertyKey, never>
        Returns: {
          latest_event: number
          latest_lead: string
          new_leads: number
          unanswered: number
          unsettled_quotations: number
        }[]
      }
      lead_sources: { Args: Record<PropertyKey, never>; Returns: string[] }
      link_quotation: { Args: { quotation: string }; Returns: string }
      look_alikes: { Args: Record<PropertyKey, never>; Returns: Json }
      mail_pulse: { Args: Record<PropertyKey, never>; Returns: Json }
      make_api_key: { Args: { name: string; scopes: string[] }; Returns: string }
      make_calendar_link: { Args: Record<PropertyKey, never>; Returns: string }
      make_order: { Args: { quotation: string }; Returns: string }
      make_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] }
      merge_companies: { Args: { company: string; others: string[] }; Returns: undefined }
      move_order_lines: { Args: { lines: Json; state: string; text?: string }; Returns: Json }
      my_account: { Args: Record<PropertyKey, never>; Returns: Json }
      my_company: { Args: Record<PropertyKey, never>; Returns: Json }
      my_inquiries: { Args: Record<PropertyKey, never>; Returns: Json }
      my_quotations: { Args: Record<PropertyKey, never>; Returns: Json }
      open_calendar: { Args: { token: string }; Returns: Json }
      open_campaign_link: { Args: { token: string }; Returns: Json }
      open_inquiry: { Args: { token: string }; Returns: Json }
      open_invitation: {
        Args: { token: string }
        Returns: {
          email: string
          invited_by: string
          role: string
        }[]
      }
      open_my_data: { Args: { token: string }; Returns: Json }
      open_my_quotation: { Args: { number: string }; Returns: string }
      open_privacy_request: { Args: { email: string; kind: string; text?: string }; Returns: string }
      open_quotation: { Args: { token: string }; Returns: Json }
      open_shared_basket: { Args: { id: string }; Returns: string }
      order_again: { Args: { choice?: Json; token: string }; Returns: Json }
      order_details: { Args: { order_id: string }; Returns: Json }
      order_featured_products: { Args: { ids: string[] }; Returns: undefined }
      part_companies: { Args: { ids: string[] }; Returns: undefined }
      pass_recovery_code: { Args: { code: string }; Returns: boolean }
      people: {
        Args: Record<PropertyKey, never>
        Returns: {
          away_until: string
          deputy: string
          email: string
          factor_removed_at: string
          factor_removed_by: string
          has_second_factor: boolean
          id: string
          last_sign_in_at: string
          name: string
          role: string
          sees_margin: boolean
          since: string
          telephone: string
        }[]
      }
      person_data: { Args: { email: string }; Returns: Json }
      price_quotation: { Args: { choice: Json; token: string }; Returns: Json }
      privacy_notices_of: { Args: { form: string }; Returns: Json }
      privacy_pulse: { Args: Record<PropertyKey, never>; Returns: Json }
      privacy_text: { Args: Record<PropertyKey, never>; Returns: string }
      product_page: { Args: { filters?: string; product: string; share?: string }; Returns: Json }
      products_still_there: { Args: { ids: string[] }; Returns: string[] }
      products_with_codes: {
        Args: { codes: string[] }
        Returns: {
          name: string
          product_id: string
          supplier: string
          supplier_code: string
        }[]
      }
      proof_file: { Args: { id: string; token?: string }; Returns: Json }
      purchase_order_file: { Args: { id: string; token?: string }; Returns: Json }
      quotation_details: { Args: { quotation: string }; Returns: Json }
      quotation_problems: { Args: { content: Json; valid_until: string }; Returns: Json }
      quotation_totals: { Args: Record<PropertyKey, never>; Returns: Json }
      received_file: { Args: { mail: string; place: number }; Returns: Json }
      record_access: { Args: { action: string; leads: string[] }; Returns: undefined }
      remove_artwork: { Args: { id: string; token: string }; Returns: undefined }
      remove_calendar_link: { Args: Record<PropertyKey, never>; Returns: undefined }
      remove_demo: { Args: { most?: number }; Returns: Json }
      remove_purchase_order: { Args: { id: string; token: string }; Returns: undefined }
      remove_second_factor: { Args: { person: string }; Returns: undefined }
      reopen_quotation: { Args: { quotation: string; reason: string }; Returns: undefined }
      reply_to_lead: {
        Args: { attachments?: Json; lead: string; reply: string; subject: string; text: string }
        Returns: number
      }
      report_missed_search: { Args: { q: string }; Returns: undefined }
      request_my_data: { Args: { email: string }; Returns: undefined }
      request_samples: { Args: { samples: Json; token: string }; Returns: undefined }
      resend_webhook: { Args: { delivery: string }; Returns: undefined }
      restore_demo: { Args: Record<PropertyKey, never>; Returns: Json }
      restore_record: { Args: { record_id: string }; Returns: Json }
      resume_order: { Args: { order_id: string; saves: number }; Returns: number }
      retention_due: { Args: { of_days?: number; of_kind?: string }; Returns: Json }
      retry_mail: { Args: { mail_id: string }; Returns: undefined }
      revise_quotation: { Args: { quotation: string }; Returns: number }
      revoke_api_key: { Args: { key: string }; Returns: undefined }
      revoke_invitation: { Args: { invitation: string }; Returns: undefined }
      rotate_webhook_secret: { Args: { webhook: string }; Returns: string }
      save_absence: { Args: { away_until: string; deputy: string }; Returns: undefined }
      save_account: { Args: { name: string; signature: string; telephone: string }; Returns: undefined }
      save_buyer_details: {
        Args: { billing_address?: string; delivery_places?: Json; gstin?: string; token: string }
        Returns: undefined
      }
      save_company_details: { Args: { billing_address: string; gstin: string }; Returns: undefined }
      save_delivery_places: { Args: { places: Json }; Returns: undefined }
      save_digest: { Args: { days: number; hour: number }; Returns: undefined }
      save_order: {
        Args: {
          advance_paise?: number
          advance_received_on?: string
          needed_by?: string
          order_id: string
          saves: number
        }
        Returns: number
      }
      save_order_places: { Args: { order_id: string; places: Json; saves: number }; Returns: number }
      save_privacy_notice: { Args: { form: string; language: string; text: string }; Returns: number }
      save_product: {
        Args: {
          doctor_type_tag_ids: string[]
          industry_tag_ids: string[]
          product: Json
          product_id?: string
          product_version?: number
          theme_ids: string[]
        }
        Returns: {
          budget: string | null
          capacity_ml: number | null
          care: string | null
          category_id: string | null
          code: string | null
          created_at: string
          description: string | null
          featured_order: number | null
          height_mm: number | null
          id: string
          image_alt: string | null
          image_colour: string | null
          image_url: string | null
          image_widths: number[] | null
          is_brand_reminder: boolean
          is_featured: boolean
          is_sample: boolean
          lead_days_from: number | null
          lead_days_to: number | null
          length_mm: number | null
          logo_width: number | null
          logo_x: number | null
          logo_y: number | null
          material: string | null
          min_quantity: number | null
          name: string
          origin: string | null
          packaging: string | null
          subcategory_id: string | null
          version: number
          video_url: string | null
          weight_g: number | null
          width_mm: number | null
        }
        SetofOptions: {
          from: '*'
          to: 'products'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      save_quotation: {
        Args: { content: Json; quotation: string; saves: number; valid_until: string }
        Returns: number
      }
      save_retention: { Args: { days: number; kind: string; warns?: boolean }; Returns: undefined }
      save_subcategory: {
        Args: {
          category_ids: string[]
          description: string
          name: string
          subcategory_id?: string
          subcategory_version?: number
        }
        Returns: {
          created_at: string
          description: string | null
          id: string
          name: string
          version: number
        }
        SetofOptions: {
          from: '*'
          to: 'subcategories'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      save_webhook: {
        Args: { address: string; events: string[]; is_enabled?: boolean; webhook?: string }
        Returns: string
      }
      see_quotation: { Args: { token: string }; Returns: undefined }
      send_acceptance_code: { Args: { token: string }; Returns: undefined }
      send_current_quotation: { Args: { token: string }; Returns: undefined }
      send_inquiry: {
        Args: {
          budget_per_gift?: number
          company: string
          delivery_city?: string
          email: string
          items: Json
          marketing_consent?: boolean
          message?: string
          name: string
          needed_by?: string
          notice?: Json
          phone: string
          shares?: boolean
          wants_branding?: boolean
        }
        Returns: string
      }
      send_quotation: {
        Args: { mails?: boolean; quotation: string; rates_checked?: boolean; saves: number }
        Returns: Json
      }
      send_sample_inquiry: {
        Args: {
          budget_per_gift?: number
          company: string
          delivery_city?: string
          email: string
          items: Json
          marketing_consent?: boolean
          message?: string
          name: string
          needed_by?: string
          notice?: Json
          phone: string
          samples: Json
          shares?: boolean
          wants_branding?: boolean
        }
        Returns: string
      }
      send_test_mail: { Args: Record<PropertyKey, never>; Returns: string }
      set_margin_right: { Args: { is_allowed: boolean; person: string }; Returns: undefined }
      set_order_proof: { Args: { line: string; needs_proof: boolean }; Returns: undefined }
      set_role: { Args: { person: string; role?: string; successor?: string }; Returns: undefined }
      share_basket: { Args: { basket: string; products: number }; Returns: undefined }
      share_inquiry: { Args: { reference: string; shares: boolean }; Returns: undefined }
      share_with_colleagues: { Args: { shares: boolean }; Returns: undefined }
      shared_products: { Args: { items: Json }; Returns: Json }
      site_details: { Args: Record<PropertyKey, never>; Returns: Json }
      store_import: {
        Args: { import_id: string; name: string; options: Json; row_count: number; rows: Json }
        Returns: undefined
      }
      take_back_consent: { Args: { token: string }; Returns: undefined }
      terms_text: { Args: Record<PropertyKey, never>; Returns: string }
      test_webhook: { Args: { webhook: string }; Returns: undefined }
      undo_order_step: { Args: { event: number; order_id: string }; Returns: undefined }
      undo_order_steps: { Args: { steps: Json }; Returns: number }
      unused_product_images: { Args: Record<PropertyKey, never>; Returns: string[] }
      webhook_deliveries: {
        Args: { webhook: string }
        Returns: {
          attempted_at: string
          attempts: number
          created_at: string
          error: string
          event: string
          id: string
          ms: number
          next_attempt_at: string
          state: string
          status: number
        }[]
      }
      webhooks: {
        Args: Record<PropertyKey, never>
        Returns: {
          address: string
          created_at: string
          events: string[]
          failed: number
          id: string
          is_enabled: boolean
          rotated_at: string
          waiting: number
        }[]
      }
      withdraw_inquiry: { Args: { token: string }; Returns: undefined }
      withdraw_quotation: { Args: { quotation: string; reason: string }; Returns: undefined }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
